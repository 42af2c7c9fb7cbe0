/** Bytes up to which a photo is sent as it is. */
const SMALL = 1024 * 1024
/**
 * The same photo with fewer pixels when it is large: what a phone takes is more than may be sent, or takes long on a slow
 * line. A file that the browser can't read as a picture stays as it is; the server says what is wrong with it.
 * @param side pixels of the shorter side that is sent: more than is ever shown
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
