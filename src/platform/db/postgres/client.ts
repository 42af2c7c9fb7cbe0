import pg from 'pg'
import { nameStatement } from '../preparedStatements.ts'
import { observeStatement } from '../statements.ts'
import { AnswerTimeout } from './answerTimeout.ts'
import { OnceDescribedQuery, type RowDescriptions } from './onceDescribedQuery.ts'

const TEXT_ARRAY_OID: number = 1009
const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY_OID)
// Most lists are empty, such as a product's further pictures; the driver's parser takes a kilobyte for each.
pg.types.setTypeParser(TEXT_ARRAY_OID, text => (text === '{}' ? [] : parseTextArray(text)))

/** Tells how long each statement takes (`observeStatement`), and loses its connection when one gets no answer in `query_timeout`. */
export class ObservedClient extends pg.Client {
  readonly #timeout: AnswerTimeout

  constructor(config: pg.ClientConfig = {}) {
    // A pool hides its password from copies.
    super({ ...config, password: config.password as string, query_timeout: 0 })
    this.#timeout = new AnswerTimeout(config.query_timeout ?? 0, () =>
      this.connection.stream.destroy(new Error('Query read timeout')),
    )
    this.once('end', () => this.#timeout.end())
  }

  override query(...given: unknown[]): never {
    const [statement] = given as [pg.QueryConfig | string]
    const end = observeStatement(typeof statement === 'object' ? statement.text : statement)
    this.#timeout.sent()
    let isAnswered = false
    const answered = (error?: unknown) => {
      // The driver tells of values that it can't send twice.
      if (!isAnswered) this.#timeout.answered()
      isAnswered = true
      end(error)
    }
    const callback = given.at(-1)
    if (typeof callback === 'function') {
      given[given.length - 1] = (error: unknown, result: unknown) => {
        answered(error)
        callback(error, result)
      }
      return super.query(...(given as [string])) as never
    }
    const answer = super.query(...(given as [string])) as unknown as Promise<unknown>
    // The promise that the caller awaits stays the driver's own promise, with its rejection.
    answer.then(() => answered(), answered)
    return answer as never
  }
}

/**
 * Names statements with parameters, so that a connection parses and plans each once instead of at every call, which halves the
 * cost of short statements.
 */
export class PreparedStatementClient extends ObservedClient {
  readonly #descriptions: RowDescriptions = new Map()

  override query(...given: unknown[]): never {
    const [statement, parameters] = given as [pg.QueryConfig | string, unknown]
    if (typeof statement !== 'object' || !Array.isArray(parameters)) return super.query(...given)
    if (!statement.name && parameters.length > 0) nameStatement(statement)
    if (!statement.name) return super.query(...given)
    const query = new OnceDescribedQuery(statement, parameters, this.#descriptions)
    const callback = given.at(-1)
    if (typeof callback === 'function') return super.query(query, callback)
    return new Promise((resolve, reject) => {
      super.query(query, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)))
    }) as never
  }
}
