import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, CallError, userMessageOf } from '../../../ui/call/call.ts'
import { uploadTransport } from '../../../ui/call/upload.ts'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import {
  type AdminDigitalFile,
  importCodes,
  readDigitalContent,
  removeFile,
  removeUnsoldCodes,
  setDownloadLimits,
  setGiftCard,
  startUpload,
  UPLOAD_PART_BYTES,
  uploadPart,
} from './contract.ts'
import { MAX_FILE_BYTES } from '../contract.ts'

export const digitalContentQuery = (productId: string) =>
  apiQuery(['digital', productId], readDigitalContent, { productId }, { refetchOnMount: 'always' })

/** The queries that show a product's stock, in the admin and in the shop. */
const stockKeys = [['adminProducts'], ['products']]

export const useSetDownloadLimits = (productId: string) =>
  useApiMutation(setDownloadLimits, {
    invalidates: [digitalContentQuery(productId).queryKey],
    done: 'Opgeslagen voor wat vanaf nu verkocht wordt',
    failed: 'Kon dit niet opslaan',
  })

export const useSetGiftCard = (productId: string) =>
  useApiMutation(setGiftCard, {
    alwaysInvalidates: [digitalContentQuery(productId).queryKey, ['products']],
    done: (_, { isGiftCard }) => ({
      title: isGiftCard ? 'Dit product is nu een cadeaubon' : 'Dit product is geen cadeaubon meer',
    }),
    failed: 'Kon dit niet wijzigen',
  })

export const useRemoveFile = (productId: string) =>
  useApiMutation(removeFile, {
    invalidates: [digitalContentQuery(productId).queryKey],
    done: 'Bestand uit de verkoop gehaald',
    failed: 'Kon het bestand niet verwijderen',
  })

export const useImportCodes = (productId: string) =>
  useApiMutation(
    (file: Blob) => {
      const form = new FormData()
      form.append('file', file, 'codes.csv')
      return call(importCodes, { productId }, { form })
    },
    {
      invalidates: [digitalContentQuery(productId).queryKey, ...stockKeys],
      done: ({ added, skipped }) => ({
        title: added === 1 ? '1 code toegevoegd' : `${added} codes toegevoegd`,
        ...(skipped > 0 && { description: `${skipped} stonden er al in en zijn overgeslagen.` }),
      }),
      failed: 'Kon de codes niet toevoegen',
    },
  )

export const useRemoveUnsoldCodes = (productId: string) =>
  useApiMutation(removeUnsoldCodes, {
    invalidates: [digitalContentQuery(productId).queryKey, ...stockKeys],
    done: 'Codes verwijderd',
    failed: 'Kon de codes niet verwijderen',
  })

/** A file that is being uploaded. */
export interface RunningUpload {
  name: string
  /** Bytes that arrived, and those of the whole file. */
  sent: number
  bytes: number
  problem: string | null
}

/** How often a part is sent again when the connection fails, with more and more time between. */
const RETRIES = 5
const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Uploads a file in parts, one after another; a part that failed is sent again, so that a bad connection costs little. */
export function useFileUpload(productId: string) {
  const cache = useQueryClient()
  const [running, setRunning] = useState<RunningUpload | null>(null)
  const stopped = useRef(false)
  const start = async (file: File): Promise<void> => {
    stopped.current = false
    const show = (sent: number, problem: string | null = null) =>
      setRunning({ name: file.name, sent, bytes: file.size, problem })
    show(0)
    if (file.size > MAX_FILE_BYTES) return show(0, 'Kies een bestand van hoogstens 2 GB.')
    try {
      let state = await call(startUpload, { productId, name: file.name, bytes: file.size })
      while (state.readyAt === null && !stopped.current) {
        const { received } = state
        state = await sendPart(state, file, sent => show(Math.min(received + sent, file.size)))
        show(state.received)
      }
      if (stopped.current) await call(removeFile, { fileId: state.id })
      setRunning(null)
    } catch (error) {
      show(0, userMessageOf(error))
    }
    await cache.invalidateQueries({ queryKey: digitalContentQuery(productId).queryKey })
  }
  return {
    running,
    start,
    /** Stops after the part that is being sent, and removes the parts that have arrived. */
    stop: () => void (stopped.current = true),
  }
}

async function sendPart(
  { id: fileId, received }: AdminDigitalFile,
  file: File,
  onProgress: (sent: number) => void,
): Promise<AdminDigitalFile> {
  const form = new FormData()
  form.append('offset', String(received))
  form.append('part', file.slice(received, received + UPLOAD_PART_BYTES), 'part')
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(uploadPart, { fileId }, { form, via: uploadTransport(onProgress) })
    } catch (error) {
      const isTemporary = error instanceof CallError && (error.status === 0 || error.status >= 500)
      if (!isTemporary || attempt > RETRIES) throw error
      await wait(500 * 2 ** attempt)
    }
  }
}
