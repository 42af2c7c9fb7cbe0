import sharp from 'sharp'
import { expect, vi } from 'vitest'
import type { TestShop, TestUser } from './shop.ts'
import type { PictureProgress } from '../../src/shop/pictures/contract.ts'

/** How long pictures may take on a busy machine. */
export const patience = { timeout: 40_000, interval: 50 }

export const drawn = (width = 60, height = 40, background = '#8a2a4a') =>
  sharp({ create: { width, height, channels: 3, background } })
export const jpeg = () => drawn().jpeg().toBuffer()

const fileOf = (content: Uint8Array) => new Blob([new Uint8Array(content)], { type: 'image/jpeg' })

/** A form with these files, called `foto-1.jpg` and so on. */
export function formOf(contents: Uint8Array[], fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [at, content] of contents.entries()) form.append('images', fileOf(content), `foto-${at + 1}.jpg`)
  return form
}

export const sendPictures = async (admin: TestUser, ...contents: Uint8Array[]) =>
  (await admin.request('POST', '/api/admin/pictures', formOf(contents))) as {
    status: number
    body: PictureProgress[] & { code?: string; message?: string }
  }

/** The names of all files in the shop's storage of pictures. */
export async function storedFiles({ node }: TestShop): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of node.platform.storage.list()) keys.push(key)
  return keys.toSorted()
}

/** The files once the jobs and removals of earlier requests are done. */
export const storedAtRest = (shop: TestShop): Promise<string[]> =>
  vi.waitFor(async () => {
    const found = await storedFiles(shop)
    expect(found.filter(name => name.includes('.sent'))).toEqual([])
    return found
  }, patience)

export const untilStored = (shop: TestShop, wanted: string[]): Promise<void> =>
  vi.waitFor(async () => expect(await storedFiles(shop)).toEqual(wanted), patience)
