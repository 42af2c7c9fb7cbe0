import type { PgTable } from 'drizzle-orm/pg-core'
import type { DataCipher } from '../../platform/crypto/dataCipher.ts'
import type { Db } from '../../platform/db/db.ts'

export interface DataSubject {
  id: string
  email: string
}

/** One file of an export. Of others it has no more than their display names. */
export interface PersonalDataSection {
  /** The file's name, without `.json`. */
  name: string
  /** The tables that it is read from. */
  tables: PgTable[]
  read: (db: Db, subject: DataSubject, dataCipher: DataCipher) => Promise<unknown>
}
