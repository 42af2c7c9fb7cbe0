/** The problems of calls of every kind: the browser has these messages itself, for answers that are not our own. */
export const generalProblems = {
  NO_SESSION: { status: 401, message: 'Log eerst in.' },
  NOT_FOUND: { status: 404, message: 'Niet gevonden.' },
  RATE_LIMITED: { status: 429, message: 'Dat ging even te snel. Wacht een moment en probeer het opnieuw.' },
  UNAVAILABLE: { status: 503, message: 'We zijn even niet bereikbaar. Probeer het zo opnieuw.' },
  INTERNAL: { status: 500, message: 'Er ging iets mis bij ons. Probeer het straks opnieuw.' },
} as const
