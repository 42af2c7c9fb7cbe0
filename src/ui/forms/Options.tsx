interface OptionsProps<Value extends string> {
  values: readonly Value[]
  nameOf: (value: Value) => string
}

/** The options of a select. */
export const Options = <Value extends string>({ values, nameOf }: OptionsProps<Value>) =>
  values.map(value => (
    <option key={value} value={value}>
      {nameOf(value)}
    </option>
  ))
