import { hashToken } from '../../platform/http/session.ts'

const PREFIX = 'sha256$'

/** The stored form of the token of an app. */
export const storedToken = (utoken: string): string => PREFIX + hashToken(utoken)
