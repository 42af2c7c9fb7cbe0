import { CallError, call } from '../../../ui/call/call.ts'
import { useQueryClient, useSuspenseQuery, keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminContent } from '../contract.ts'
import type { ContentBody } from '../../../wire/content.ts'
import { isFieldError, toastFailure, useApiMutation, apiQuery } from '../../../ui/call/hooks.ts'
import { saveDraft, discardDraft, publishContent, listContent, readContent, previewMail } from './contract.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { QueryClientContext, preloadQueries } from '../../../ui/call/queryClient.ts'

const isChanged = (error: unknown): boolean => error instanceof CallError && error.code === 'CONTENT_CHANGED'

/** The typed text of an editor, and the version that it started from. */
function useContentState(key: string) {
  const cache = useQueryClient()
  const { data: stored } = useSuspenseQuery(adminContentQuery(key))
  const [content, setContent] = useState(stored)
  const [body, setBody] = useState(stored.draft ?? stored.published)
  /** The text that another admin saved, when saving failed because of it. */
  const [conflict, setConflict] = useState<AdminContent | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  return {
    content,
    body,
    setBody: (next: ContentBody) => {
      setBody(next)
      setErrors({})
    },
    errors,
    conflict,
    /** Continues from the saved text. */
    adopt: (next: AdminContent) => {
      setContent(next)
      setErrors({})
      setConflict(null)
      cache.setQueryData(adminContentQuery(key).queryKey, next)
      for (const shown of ['content', 'legal']) void cache.invalidateQueries({ queryKey: [shown] })
    },
    fail: (title: string) => async (error: Error) => {
      if (error instanceof CallError && isFieldError(error)) setErrors(error.fields)
      toastFailure(title, error)
      if (isChanged(error)) setConflict(await cache.fetchQuery(adminContentQuery(key)))
    },
    /** Continues with the text in this editor, or with the text that the other admin saved. */
    resolve: (takesTheirs: boolean) => {
      if (!conflict) return
      setContent(conflict)
      setConflict(null)
      if (takesTheirs) setBody(conflict.draft ?? conflict.published)
    },
  }
}

/**
 * The state and the actions of an editor. A text that another admin saves in the meantime never replaces the text in this editor.
 */
export function useContentEditor(key: string) {
  const state = useContentState(key)
  const { content, body, setBody, adopt, fail } = state
  const opened = { key, version: content.version, revision: content.revision }
  const showPublished = (next: AdminContent) => {
    adopt(next)
    setBody(next.published)
  }
  return {
    ...state,
    isDirty: !isSameBody(body, content.draft ?? content.published),
    isPublished: isSameBody(body, content.published),
    draft: useApiMutation(() => call(saveDraft, { ...opened, body }), {
      onSuccess: adopt,
      done: 'Concept bewaard',
      onError: fail('Concept niet bewaard'),
    }),
    discard: useApiMutation(() => call(discardDraft, opened), {
      onSuccess: showPublished,
      done: 'Concept weggegooid',
      onError: fail('Concept niet weggegooid'),
    }),
    publish: useApiMutation(
      (asksAcceptance: boolean) => call(publishContent, { ...opened, body, asksAcceptance }),
      { onSuccess: showPublished, done: 'Gepubliceerd', onError: fail('Niet gepubliceerd') },
    ),
  }
}

export type ContentEditor = ReturnType<typeof useContentEditor>

const isSameBody = (one: ContentBody, other: ContentBody): boolean =>
  Object.keys({ ...one, ...other }).every(name => JSON.stringify(one[name]) === JSON.stringify(other[name]))

const refetched = { refetchOnMount: 'always' } as const

export const contentListQuery = apiQuery(['admin-content'], listContent, {}, refetched)

export const adminContentQuery = (key: string) =>
  apiQuery(['admin-content', key], readContent, { key }, { staleTime: 0 })

/** A mail with these words; the previous one stays while it is rendered. */
export const mailPreviewQuery = (key: string, body: ContentBody) =>
  apiQuery(['mail-preview', key, body], previewMail, { key, body }, { placeholderData: keepPreviousData })

/** Loads a text past the cache: its editor must start from the version that is stored now. */
export function loadAdminContent(args: LoaderFunctionArgs): Promise<null> {
  const query = adminContentQuery(args.params['key'] ?? '')
  args.context.get(QueryClientContext).removeQueries({ queryKey: query.queryKey })
  return preloadQueries(() => [query])(args)
}
