/** The first number of a version label: versions that share it are accepted together. */
const majorOf = (label: string): number => Number.parseInt(label, 10) || 0

/** Whether a user who accepted one version has to accept another before ordering; never for the terms that the shop began with. */
export const mustAcceptTerms = (accepted: string, current: string): boolean =>
  majorOf(current) > 1 && majorOf(accepted) < majorOf(current)
