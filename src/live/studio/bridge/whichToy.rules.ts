/** A toy that a connected device may be. */
interface ToyOption {
  id: string
  name: string
  /** Its owner's own cap, 1–20. */
  ownMaxIntensity: number
}

/** How an owner tells toys of one kind apart: by the name and the maximum that she gave each; numbered where both are the same. */
export function toyLabels(options: readonly ToyOption[]): { id: string; label: string }[] {
  const textOf = ({ name, ownMaxIntensity }: ToyOption) => `${name}, maximum ${ownMaxIntensity}`
  const texts = options.map(textOf)
  return options.map(({ id }, at) => {
    const text = texts[at] as string
    const same = texts.filter(each => each === text).length
    const number = texts.slice(0, at + 1).filter(each => each === text).length
    return { id, label: same > 1 ? `${text} (${number})` : text }
  })
}

/** The answer of an owner about a device of which it is not known which toy it is. */
export interface DeviceAnswer {
  /** She let it be felt. */
  isFelt: boolean
  /** The toy that she says that it is; null until then. */
  toyId: string | null
}

/** The step that is left to do before it is known which toy each device is, for its owner; null when nothing is. */
export function whichToyStep(answers: readonly DeviceAnswer[]): string | null {
  const unfelt = answers.findIndex(({ isFelt }) => !isFelt)
  if (unfelt !== -1) return `Laat toy ${unfelt + 1} trillen, zodat je voelt welke het is.`
  const unchosen = answers.findIndex(({ toyId }) => toyId === null)
  if (unchosen !== -1) return `Kies welke toy je voelde bij toy ${unchosen + 1}.`
  const isUnclear = new Set(answers.map(({ toyId }) => toyId)).size < answers.length
  return isUnclear ? 'Je koos twee keer dezelfde toy. Kies voor elke toy een andere.' : null
}
