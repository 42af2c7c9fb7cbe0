import { toast } from './dialogs/toast.ts'

/**
 * Copies text and shows a toast about it.
 * @param copied title of the toast
 * @param fallback advice for when the browser refuses
 */
export async function copyToClipboard(text: string, copied: string, fallback: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: copied })
  } catch {
    toast({ title: 'Kopiëren lukte niet', description: fallback })
  }
}
