import { z } from 'zod'
import { DownloadLimits } from './contract.ts'

/** The form of how often and how long a file can be downloaded, as text. */
export const LimitsForm = z.object({
  maxDownloads: z.coerce.number().pipe(DownloadLimits.shape.maxDownloads),
  validDays: z.coerce.number().pipe(DownloadLimits.shape.validDays),
})
