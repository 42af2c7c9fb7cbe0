import { useQueryClient } from '@tanstack/react-query'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { fillPath } from '../../wire/path.ts'
import {
  type DeliveredLine,
  downloadFile,
  downloadLinkFile,
  listDownloads,
  openDownloads,
  showCodes,
  showLinkCodes,
} from './contract.ts'

/** How the lines of one order are reached: by signing in, or by the token of a mailed link. */
export type DownloadAccess = { orderId: string } | { token: string }

const downloadsQuery = (orderId: string) =>
  apiQuery(['orders', orderId, 'downloads'], listDownloads, { orderId }, { refetchOnMount: 'always' })

const linkQuery = (token: string) =>
  apiQuery(['downloads', token], openDownloads, { token }, { refetchOnMount: 'always' })

export const deliveredLinesQuery = (access: DownloadAccess) =>
  'token' in access ? linkQuery(access.token) : downloadsQuery(access.orderId)

/** The address of a file; the browser downloads it by itself, and resumes it when the connection fails. */
export function fileUrl(access: DownloadAccess, itemId: string, fileId: string): string {
  return 'orderId' in access
    ? fillPath(downloadFile.path, { orderId: access.orderId, itemId, fileId }).path
    : // The browser keeps the token in a cookie.
      fillPath(downloadLinkFile.path, { itemId, fileId }).path
}

/** How long after a click the number of downloads is read again, in milliseconds: the browser has asked for the file by then. */
const REFRESH_AFTER_MS = 1500

/** Reads again how often a line can be downloaded, once a download has begun. */
export function useRefreshAfterDownload(access: DownloadAccess) {
  const cache = useQueryClient()
  const { queryKey } = deliveredLinesQuery(access)
  return () => void setTimeout(() => void cache.invalidateQueries({ queryKey }), REFRESH_AFTER_MS)
}

/** Shows the codes of a line. */
export function useShowCodes(access: DownloadAccess) {
  const cache = useQueryClient()
  const { queryKey } = deliveredLinesQuery(access)
  const options = {
    onSuccess: (line: DeliveredLine) =>
      cache.setQueryData(queryKey, before =>
        before?.map(each => (each.itemId === line.itemId ? line : each)),
      ),
    failed: 'Kon de code niet tonen',
  }
  const own = useApiMutation(showCodes, options)
  const byLink = useApiMutation(showLinkCodes, options)
  return {
    show: (itemId: string) =>
      'token' in access ? byLink.mutate({ ...access, itemId }) : own.mutate({ ...access, itemId }),
    isPending: own.isPending || byLink.isPending,
  }
}
