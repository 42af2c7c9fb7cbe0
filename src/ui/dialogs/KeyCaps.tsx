/** The keys of a shortcut, drawn as keys. */
export const KeyCaps = ({ labels }: { labels: readonly string[] }) => (
  <span className="inline-flex gap-1">
    {labels.map(label => (
      <kbd
        key={label}
        className="grid h-6 min-w-6 place-items-center rounded-[6px] border border-line-strong/50 bg-sunken px-1.5 font-sans text-tiny text-ink-soft"
      >
        {label}
      </kbd>
    ))}
  </span>
)
