import { parse } from 'node:querystring'
import type { EndpointAccess } from '../../wire/endpoint.ts'
import { pathParameters } from '../../wire/path.ts'
import type { ProblemBody } from '../../wire/problem.ts'
import type { ApiResponse } from '../../wire/ssr.ts'
import { SerializedResponse } from './serializedResponse.ts'
import type { AuthenticatedUser } from './session.ts'

/** A GET endpoint that needs nothing of the HTTP request, so that the server can call it without one. */
export interface LocalEndpoint {
  path: string
  access: EndpointAccess
  /** @param sent the query and the path parameters @throws Problem */
  answer: (sent: Record<string, unknown>, user: AuthenticatedUser | null) => Promise<unknown>
  /** @throws Problem when this user may not call it */
  authorize: (user: AuthenticatedUser | null) => void
}

/** Finds the endpoint of a path, and calls it as a user. */
export interface LocalCalls {
  add(endpoint: LocalEndpoint): void
  /** Undefined when the path belongs to no local endpoint. */
  call(url: string, user: AuthenticatedUser | null): Promise<ApiResponse> | undefined
}

/** @param describeFailure makes the answer to a failed call */
export function createLocalCalls(
  describeFailure: (error: unknown) => { status: number; body: ProblemBody },
): LocalCalls {
  const fixed = new Map<string, LocalEndpoint>()
  const patterns: { pattern: RegExp; names: string[]; endpoint: LocalEndpoint }[] = []
  const find = (path: string) => {
    const endpoint = fixed.get(path)
    if (endpoint) return { endpoint, parameters: {} }
    for (const { pattern, names, endpoint } of patterns) {
      const values = pattern.exec(path)
      if (!values) continue
      const parameters = names.map((name, index) => [name, decodeURIComponent(values[index + 1] ?? '')])
      return { endpoint, parameters: Object.fromEntries(parameters) as Record<string, string> }
    }
    return undefined
  }
  const answer = async (
    { authorize, answer }: LocalEndpoint,
    sent: Record<string, unknown>,
    user: AuthenticatedUser | null,
  ): Promise<ApiResponse> => {
    try {
      authorize(user)
      const made = await answer(sent, user)
      return made instanceof SerializedResponse ? new SerializedSuccess(made) : success(made)
    } catch (error) {
      const { status, body } = describeFailure(error)
      const text = JSON.stringify(body)
      return { ok: false, status, statusText: '', text: () => Promise.resolve(text) }
    }
  }
  return {
    add(endpoint) {
      const names = pathParameters(endpoint.path)
      if (names.length === 0) fixed.set(endpoint.path, endpoint)
      else
        patterns.push({
          pattern: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '([^/]+)')}$`),
          names,
          endpoint,
        })
    },
    call(url, user) {
      const [path = '', query] = url.split('?', 2)
      const found = find(path)
      return found && answer(found.endpoint, { ...parse(query ?? ''), ...found.parameters }, user)
    },
  }
}

const success = (data: unknown): ApiResponse => ({
  ok: true,
  status: data === null ? 204 : 200,
  statusText: '',
  text: () => Promise.resolve(data === null ? '' : JSON.stringify(data)),
  data,
})

/** Reads the data of the answer only when it is asked for. A class: a getter of each object would outlive it (see `PageQueryClient`). */
class SerializedSuccess implements ApiResponse {
  readonly ok = true
  readonly status = 200
  readonly statusText = ''
  readonly #made: SerializedResponse

  constructor(made: SerializedResponse) {
    this.#made = made
  }

  text(): Promise<string> {
    return Promise.resolve(this.#made.body.toString())
  }

  get data(): unknown {
    return this.#made.data
  }

  get etag(): string {
    return this.#made.etag
  }
}
