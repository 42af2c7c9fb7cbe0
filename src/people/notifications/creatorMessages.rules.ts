interface PlayerParams {
  displayName: string
  toyName: string
}

/** The messages to creators about their toys, which others control: each is told at once. */
export const creatorMessages = {
  TOY_APPROVED: ({ toyName }: { toyName: string }) => ({
    title: 'Je toy is goedgekeurd',
    text: `${toyName} is goedgekeurd. Jij bepaalt in je studio wanneer ze in de uitzending gaat, en daar kun je altijd weigeren en stoppen.`,
  }),
  APPLICATION_DECIDED: ({ isAccepted }: { isAccepted: boolean }) => ({
    title: 'Er is beslist over je aanmelding',
    text: isAccepted
      ? 'Je aanmelding is goedgekeurd. Welkom in je studio.'
      : 'Je aanmelding is niet goedgekeurd. Lees waarom op de pagina van je aanmelding.',
  }),
  PLAYER_STARTING: ({ displayName, toyName, seconds }: PlayerParams & { seconds: number }) => ({
    title: 'Iemand wil beginnen',
    text: `${displayName} begint over ${seconds} seconden met ${toyName}. Weigeren of stoppen kan in je studio.`,
  }),
  PLAYER_ASKING: ({ displayName, toyName, seconds }: PlayerParams & { seconds: number }) => ({
    title: 'Iemand vraagt of het mag',
    text: `${displayName} wil over ${seconds} seconden beginnen met ${toyName}. Zonder jouw ja begint er niets.`,
  }),
  PLAYER_STOPPED: ({ displayName, toyName }: PlayerParams) => ({
    title: 'De sessie is voorbij',
    text: `De sessie van ${displayName} met ${toyName} is voorbij.`,
  }),
  ON_AIR_ENDED: ({ toyName }: { toyName: string }) => ({
    title: 'Uit de uitzending',
    text: `De tijd die je koos is om: niemand kan nog met ${toyName} beginnen. Een sessie die loopt, gaat door tot iemand stopt.`,
  }),
  CREATOR_NEWS: ({ text }: { text: string }) => ({ title: 'Over je creatoraccount', text }),
}
