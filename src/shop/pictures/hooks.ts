import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call, userMessageOf } from '../../ui/call.ts'
import { downscaleImage } from '../../ui/downscaleImage.ts'
import { validatePictureFiles } from './fileValidation.rules.ts'
import { type PictureProgress, readPictures, uploadPictures } from './contract.ts'

/** Pixels of the shorter side of a photo that is sent: more than the largest cut has. */
const MIN_UPLOAD_SIDE_PX = 1800
/** Between looks at what is being drawn, in milliseconds. */
const POLL_INTERVAL_MS = 700

/** A picture in a form: one that is kept, or one on its way. */
export interface PictureItem {
  key: string
  name: string
  /** Null until it is ready. */
  url: string | null
  /** The file itself, as long as the form is open. */
  preview: string | null
  /** Once it has arrived. */
  id: string | null
  /** From 0 to 1. */
  progress: number
  problem: string | null
}

export interface PictureUploads {
  items: PictureItem[]
  /** Why files that were chosen are not among them. */
  refusals: string[]
  /** What a screen reader is told. */
  announcement: string
  /** Whether some are on their way. */
  isBusy: boolean
  /** Those that are ready, in order. */
  urls: string[]
  add: (files: File[]) => void
  move: (key: string, to: number) => void
  remove: (key: string) => void
  /** Other ones altogether. */
  reset: (addresses: string[]) => void
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

/** The pictures of a form. Files are sent as they are chosen, one after the other, and shown while they are drawn. */
export function usePictureUploads(initial: string[]): PictureUploads {
  const [items, setItems] = useState(() => initial.map(storedItem))
  const [refusals, setRefusals] = useState<string[]>([])
  const [said, say] = useState('')
  const patch = (key: string, change: Partial<PictureItem>) =>
    setItems(before => before.map(item => (item.key === key ? { ...item, ...change } : item)))
  usePolledProgress(items, patch)
  useRevokedPreviews(items)
  const send = useUploadQueue(patch)
  const isPending = ({ url, problem }: PictureItem) => url === null && problem === null
  return {
    items,
    refusals,
    announcement: said,
    isBusy: items.some(isPending),
    urls: items.flatMap(({ url }) => url ?? []),
    add(files) {
      const { taken, refusals: refused } = validatePictureFiles(files, items.length)
      setRefusals(refused)
      const added = taken.map(file => ({ file, item: newItem(file) }))
      setItems(before => [...before, ...added.map(({ item }) => item)])
      if (added.length > 0) say(`${added.length === 1 ? 'Foto' : `${added.length} foto’s`} toegevoegd`)
      for (const { item, file } of added) send(item.key, file)
    },
    move(key, to) {
      setItems(before => moveItem(before, key, to))
      say(`Foto staat nu op plaats ${to + 1} van ${items.length}`)
    },
    remove(key) {
      setItems(before => before.filter(item => item.key !== key))
      setRefusals([])
      say('Foto verwijderd')
    },
    reset: addresses => setItems(addresses.map(storedItem)),
  }
}

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

/** One after the other, so that a slow line brings the first one first. */
function useUploadQueue(patch: PatchItem) {
  const last = useRef(Promise.resolve())
  return (key: string, file: File): void => {
    const sendNow = async () => {
      try {
        const form = new FormData()
        form.append('images', await downscaleImage(file, MIN_UPLOAD_SIDE_PX), file.name)
        const [picture] = await call(uploadPictures, {}, { form })
        patch(key, { id: picture?.id ?? null, progress: 0 })
      } catch (error) {
        patch(key, { problem: userMessageOf(error) })
      }
    }
    last.current = last.current.then(sendNow)
  }
}

/** Looks how far the drawing is as long as there is some. */
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

/** A preview holds its file in memory until it is let go of. */
function useRevokedPreviews(items: PictureItem[]): void {
  const previews = useRef<string[]>([])
  const shown = items.flatMap(({ preview }) => preview ?? [])
  useEffect(() => {
    for (const preview of previews.current) if (!shown.includes(preview)) URL.revokeObjectURL(preview)
    previews.current = shown
  })
  useEffect(
    () => () => {
      for (const preview of previews.current) URL.revokeObjectURL(preview)
      previews.current = []
    },
    [],
  )
}
