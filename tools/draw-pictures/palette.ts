/** One palette a category: the paper they stand on, the room around, and four colours for the forms. */
export type Palette = {
  ground: string
  room: string
  deep: string
  warm: string
  pale: string
  metal: string
}

export const palettes = {
  'massage-en-wellness': {
    ground: '#ecd0bb',
    room: '#f6e2d2',
    deep: '#9c4a2f',
    warm: '#d98f5c',
    pale: '#f6ebdd',
    metal: '#f2cd9b',
  },
  'zijde-en-lingerie': {
    ground: '#ecc6c0',
    room: '#f7dcd6',
    deep: '#9e2349',
    warm: '#dd8f8d',
    pale: '#f9ece6',
    metal: '#f3c4ab',
  },
  'kaarsen-en-sfeer': {
    ground: '#dda273',
    room: '#eebb8e',
    deep: '#701f33',
    warm: '#c4622f',
    pale: '#f7e6cd',
    metal: '#f3cc92',
  },
  'slimme-toys': {
    ground: '#d3bcc9',
    room: '#e8d3de',
    deep: '#57264a',
    warm: '#b5325f',
    pale: '#f6ecef',
    metal: '#f2c8b2',
  },
  'verzorging-en-accessoires': {
    ground: '#cfd2c1',
    room: '#e8e9dd',
    deep: '#566a55',
    warm: '#a4b095',
    pale: '#f8f5ec',
    metal: '#f0d4a6',
  },
  'lezen-en-luisteren': {
    ground: '#bcc4d1',
    room: '#dfe2e8',
    deep: '#2c3c5e',
    warm: '#cf6b62',
    pale: '#f7f1e6',
    metal: '#f0d4a6',
  },
} as const satisfies Record<string, Palette>
