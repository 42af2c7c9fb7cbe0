import { type FetchQueryOptions, type Query, QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * The query cache of one page on the server, where nothing is retried or cancelled or becomes stale. TanStack's own `fetch` gives each query two
 * objects with a getter of their own. V8 allocates such a getter's record among the old objects, so that everything it refers to, here the whole
 * page, stays in memory until the next full collection.
 */
export class PageQueryClient extends QueryClient {
  /** By the hash of the query: the calls under way. */
  readonly #reads = new Map<string, Promise<unknown>>()

  override fetchQuery<F, E = Error, D = F, K extends QueryKey = QueryKey, P = never>(
    options: FetchQueryOptions<F, E, D, K, P>,
  ): Promise<D> {
    const query = this.getQueryCache().build(this, this.defaultQueryOptions(options))
    if (query.state.data !== undefined) return Promise.resolve(query.state.data)
    const read = this.#reads.get(query.queryHash) ?? this.#begin(query)
    return read as Promise<D>
  }

  #begin<F, E, D, K extends QueryKey>(query: Query<F, E, D, K>): Promise<D> {
    const read = this.#read(query).finally(() => this.#reads.delete(query.queryHash))
    this.#reads.set(query.queryHash, read)
    return read
  }

  async #read<F, E, D, K extends QueryKey>(query: Query<F, E, D, K>): Promise<D> {
    const { queryKey, meta, options } = query
    try {
      if (typeof options.queryFn !== 'function') throw new Error(`nothing reads ${query.queryHash}`)
      const { signal } = new AbortController()
      const data = await options.queryFn({ client: this, queryKey, meta, signal })
      if (data === undefined) throw new Error(`${query.queryHash} has no data`)
      return query.setData(data as unknown as D)
    } catch (error) {
      query.setState({ status: 'error', error: error as E, errorUpdatedAt: Date.now(), fetchStatus: 'idle' })
      throw error
    }
  }
}
