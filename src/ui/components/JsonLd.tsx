/** JSON for a `<script>` element, escaped so that it cannot close the element. */
export const serializeForScript = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** Structured data of schema.org, for search engines. */
export const JsonLd = ({ data }: { data: object }) => (
  <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: serializeForScript(data) }} />
)
