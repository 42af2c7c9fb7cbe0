import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call, reasonOf } from '../../ui/call.ts'
import { smallerPhoto } from '../../ui/photo.ts'
import { choose } from './choice.rules.ts'
import { type Picture, readPictures, uploadPictures } from './contract.ts'

/** Pixels of the shorter side of a photo that is sent: more than the largest cut has. */
const SIDE = 1800
/** Between looks at what is being drawn, in milliseconds. */
const LOOK_MS = 700

/** A picture in a form: one that is kept, or one on its way. */
export interface PictureItem {
  key: string
  name: string
  /** Null until it is ready. */
  address: string | null
  /** The file itself, as long as the form is open. */
  preview: string | null
  /** Once it has arrived. */
  id: string | null
  /** From 0 to 1. */
  progress: number
  problem: string | null
}

export interface Pictures {
  items: PictureItem[]
  /** Why files that were chosen are not among them. */
  refusals: string[]
  /** What a screen reader is told. */
  said: string
  /** Whether some are on their way. */
  isBusy: boolean
  /** Those that are ready, in order. */
  addresses: string[]
  add: (files: File[]) => void
  move: (key: string, to: number) => void
  remove: (key: string) => void
  /** Other ones altogether. */
  reset: (addresses: string[]) => void
}

const kept = (address: string): PictureItem => ({
  key: address,
  name: address,
  address,
  preview: null,
  id: null,
  progress: 1,
  problem: null,
})

/** The pictures of a form. Files are sent as they are chosen, one after the other, and shown while they are drawn. */
export function usePictures(initial: string[]): Pictures {
  const [items, setItems] = useState(() => initial.map(kept))
  const [refusals, setRefusals] = useState<string[]>([])
  const [said, say] = useState('')
  const patch = (key: string, change: Partial<PictureItem>) =>
    setItems(before => before.map(item => (item.key === key ? { ...item, ...change } : item)))
  useDrawing(items, patch)
  useReleasedPreviews(items)
  const send = useSending(patch)
  const isPending = ({ address, problem }: PictureItem) => address === null && problem === null
  return {
    items,
    refusals,
    said,
    isBusy: items.some(isPending),
    addresses: items.flatMap(({ address }) => address ?? []),
    add(files) {
      const { taken, refusals: refused } = choose(files, items.length)
      setRefusals(refused)
      const added = taken.map(file => ({ file, item: itemOf(file) }))
      setItems(before => [...before, ...added.map(({ item }) => item)])
      if (added.length > 0) say(`${added.length === 1 ? 'Foto' : `${added.length} foto’s`} toegevoegd`)
      for (const { item, file } of added) send(item.key, file)
    },
    move(key, to) {
      setItems(before => moved(before, key, to))
      say(`Foto staat nu op plaats ${to + 1} van ${items.length}`)
    },
    remove(key) {
      setItems(before => before.filter(item => item.key !== key))
      setRefusals([])
      say('Foto verwijderd')
    },
    reset: addresses => setItems(addresses.map(kept)),
  }
}

let files = 0
const itemOf = (file: File): PictureItem => ({
  ...kept(`file ${(files += 1)}`),
  name: file.name,
  address: null,
  preview: URL.createObjectURL(file),
  progress: 0,
})

function moved(items: PictureItem[], key: string, to: number): PictureItem[] {
  const item = items.find(each => each.key === key)
  return item ? items.filter(each => each !== item).toSpliced(to, 0, item) : items
}

type Patch = (key: string, change: Partial<PictureItem>) => void

/** One after the other, so that a slow line brings the first one first. */
function useSending(patch: Patch) {
  const last = useRef(Promise.resolve())
  return (key: string, file: File): void => {
    const sendNow = async () => {
      try {
        const form = new FormData()
        form.append('images', await smallerPhoto(file, SIDE), file.name)
        const [picture] = await call(uploadPictures, {}, { form })
        patch(key, { id: picture?.id ?? null, progress: 0 })
      } catch (error) {
        patch(key, { problem: reasonOf(error) })
      }
    }
    last.current = last.current.then(sendNow)
  }
}

/** Looks how far the drawing is as long as there is some. */
function useDrawing(items: PictureItem[], patch: Patch): void {
  const waiting = items.filter(
    ({ id, address, problem }) => id !== null && address === null && problem === null,
  )
  const ids = waiting.flatMap(({ id }) => id ?? [])
  const { data } = useQuery({
    queryKey: ['pictures', ids],
    queryFn: ids.length > 0 ? ({ signal }) => call(readPictures, { id: ids }, { signal }) : skipToken,
    refetchInterval: LOOK_MS,
    staleTime: 0,
    gcTime: 0,
  })
  const show = useEffectEvent((pictures: Picture[]) => {
    for (const { id, url, progress, problem } of pictures) {
      const item = waiting.find(each => each.id === id)
      if (item) patch(item.key, { address: url, progress, problem })
    }
  })
  useEffect(() => {
    if (data) show(data)
  }, [data])
}

/** A preview holds its file in memory until it is let go of. */
function useReleasedPreviews(items: PictureItem[]): void {
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
