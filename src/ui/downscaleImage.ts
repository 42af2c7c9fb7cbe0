/** Photos up to this many bytes are sent unchanged. */
const SMALL = 1024 * 1024
/**
 * Reduces the pixels of a large photo, because a phone's photos exceed the limit, or upload slowly. A file that the browser can't decode is
 * returned unchanged; the server then answers with the reason.
 * @param side pixels of the shorter side, larger than any displayed size
 */
export async function downscaleImage(photo: File, side: number): Promise<Blob> {
  if (photo.size <= SMALL || photo.type === 'image/svg+xml') return photo
  const picture = await createImageBitmap(photo).catch(() => null)
  if (!picture) return photo
  const scale = Math.min(1, side / Math.min(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise(resolve => canvas.toBlob(smaller => resolve(smaller ?? photo), 'image/webp', 0.9))
}
