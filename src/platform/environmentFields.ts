import { z } from 'zod'

export const port = z.coerce.number().int().min(0).max(65_535)
export const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform(text => ['on', 'true', '1'].includes(text))
export const positive = z.coerce.number().positive()
export const url = z.url().transform(text => text.replace(/\/+$/, ''))

/** `host:port`, separated by commas. */
export const hosts = z
  .string()
  .regex(/^[\w.-]+:\d+(\s*,\s*[\w.-]+:\d+)*$/)
  .transform(text =>
    text.split(',').map(each => {
      const [host = '', port] = each.trim().split(':')
      return { host, port: Number(port) }
    }),
  )
