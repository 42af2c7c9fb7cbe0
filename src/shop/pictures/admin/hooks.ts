import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call, userMessageOf } from '../../../ui/call/call.ts'
import { toast, undoableToast } from '../../../ui/dialogs/toast.ts'
import { downscaleImage } from '../../../ui/downscaleImage.ts'
import { uploadTransport } from '../../../ui/call/upload.ts'
import { validatePictureFiles } from './fileValidation.rules.ts'
import { readPictures, uploadPictures } from './contract.ts'
import { MAX_PICTURES, type PictureProgress } from '../contract.ts'

/** Photos are scaled down to this shorter side before uploading, in pixels: more than the largest rendition. */
const MIN_UPLOAD_SIDE_PX = 1800
/** How often the progress is polled, in milliseconds. */
const POLL_INTERVAL_MS = 700

/** A picture in a form: stored, or being uploaded or processed. */
export interface PictureItem {
  key: string
  name: string
  /** Null until it is ready. */
  url: string | null
  /** Object URL of the file, while the form is open. */
  preview: string | null
  /** Set once it is uploaded. */
  id: string | null
  /** From 0 to 1: of sending it, and once it has an id of processing it. */
  progress: number
  problem: string | null
}

const storedItem = (address: string): PictureItem => ({
  key: address,
  name: address,
  url: address,
  preview: null,
  id: null,
  progress: 1,
  problem: null,
})

/**
 * The pictures of a form. Files are uploaded when they are chosen, one at a time, and shown while they are processed.
 * @param most how many there may be; of one, the next takes its place
 * @param isWhole whether they are never cropped
 */
export function usePictureUploads(initial: string[], most = MAX_PICTURES, isWhole = false) {
  const [items, setItems] = useState(() => initial.map(storedItem))
  const [refusals, setRefusals] = useState<string[]>([])
  const [said, say] = useState('')
  const patch = (key: string, change: Partial<PictureItem>) =>
    setItems(before => before.map(item => (item.key === key ? { ...item, ...change } : item)))
  usePolledProgress(items, patch)
  useRevokedPreviews(items)
  const send = useUploadQueue(patch, isWhole)
  const isPending = ({ url, problem }: PictureItem) => url === null && problem === null
  return {
    items,
    most,
    /** Why some chosen files were refused. */
    refusals,
    /** For screen readers. */
    announcement: said,
    /** Whether some are being uploaded or processed. */
    isBusy: items.some(isPending),
    /** The pictures that are ready, in order. */
    urls: items.flatMap(({ url }) => url ?? []),
    add: (files: File[]) => {
      const present = most === 1 ? 0 : items.length
      const { accepted, refusals: refused } = validatePictureFiles(files, present, most)
      setRefusals(refused)
      const added = accepted.map(file => ({ file, item: newItem(file) }))
      const isReplaced = most === 1 && added.length > 0
      setItems(before => [...(isReplaced ? [] : before), ...added.map(({ item }) => item)])
      if (added.length > 0) say(`${added.length === 1 ? 'Foto' : `${added.length} foto’s`} toegevoegd`)
      for (const { item, file } of added) send(item.key, file)
    },
    move: (key: string, to: number) => {
      setItems(before => moveItem(before, key, to))
      say(`Foto staat nu op plaats ${to + 1} van ${items.length}`)
    },
    remove: (key: string) => {
      const at = items.findIndex(item => item.key === key)
      const removed = items[at]
      setItems(before => before.filter(item => item.key !== key))
      setRefusals([])
      // The toast is announced too. A file that is being uploaded or was refused is chosen again instead.
      if (removed?.url) {
        // Its preview is revoked by then.
        const restored = { ...removed, preview: null }
        const restore = () =>
          setItems(before =>
            before.length < most && before.every(item => item.key !== key)
              ? before.toSpliced(at, 0, restored)
              : before,
          )
        toast(undoableToast('Foto verwijderd', restore))
      } else say('Foto verwijderd')
    },
    /** Replaces all of them. */
    reset: (addresses: string[]) => setItems(addresses.map(storedItem)),
  }
}
export type PictureUploads = ReturnType<typeof usePictureUploads>

let fileCount = 0
const newItem = (file: File): PictureItem => ({
  ...storedItem(`file ${(fileCount += 1)}`),
  name: file.name,
  url: null,
  preview: URL.createObjectURL(file),
  progress: 0,
})

function moveItem(items: PictureItem[], key: string, to: number): PictureItem[] {
  const item = items.find(each => each.key === key)
  return item ? items.filter(each => each !== item).toSpliced(to, 0, item) : items
}

type PatchItem = (key: string, change: Partial<PictureItem>) => void

/** One at a time, so that on a slow connection the first one is done first. */
function useUploadQueue(patch: PatchItem, isWhole: boolean) {
  const last = useRef(Promise.resolve())
  return (key: string, file: File): void => {
    const sendNow = async () => {
      try {
        const form = new FormData()
        if (isWhole) form.append('whole', 'true')
        form.append('images', await downscaleImage(file, MIN_UPLOAD_SIDE_PX), file.name)
        const via = uploadTransport((sent, total) => patch(key, { progress: total > 0 ? sent / total : 0 }))
        const [picture] = await call(uploadPictures, {}, { form, via })
        patch(key, { id: picture?.id ?? null, progress: 0 })
      } catch (error) {
        patch(key, { problem: userMessageOf(error) })
      }
    }
    last.current = last.current.then(sendNow)
  }
}

/** Polls the progress while pictures are being processed. */
function usePolledProgress(items: PictureItem[], patch: PatchItem): void {
  const waiting = items.filter(({ id, url, problem }) => id !== null && url === null && problem === null)
  const ids = waiting.flatMap(({ id }) => id ?? [])
  const { data } = useQuery({
    queryKey: ['pictures', ids],
    queryFn: ids.length > 0 ? ({ signal }) => call(readPictures, { id: ids }, { signal }) : skipToken,
    refetchInterval: POLL_INTERVAL_MS,
    staleTime: 0,
    gcTime: 0,
  })
  const show = useEffectEvent((pictures: PictureProgress[]) => {
    for (const { id, url, progress, problem } of pictures) {
      const item = waiting.find(each => each.id === id)
      if (item) patch(item.key, { url, progress, problem })
    }
  })
  useEffect(() => {
    if (data) show(data)
  }, [data])
}

/** Revokes object URLs that are no longer shown: each keeps its file in memory. */
function useRevokedPreviews(items: PictureItem[]): void {
  const previews = useRef<string[]>([])
  const current = items.flatMap(({ preview }) => preview ?? [])
  useEffect(() => {
    for (const preview of previews.current) if (!current.includes(preview)) URL.revokeObjectURL(preview)
    previews.current = current
  })
  useEffect(
    () => () => {
      for (const preview of previews.current) URL.revokeObjectURL(preview)
      previews.current = []
    },
    [],
  )
}
