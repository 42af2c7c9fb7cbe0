import { defineEditableMail, GIFT_CARD_CODE_PLACE, storedTextPlace } from '../../../wire/mail.ts'
import { formatCents } from '../../../wire/money.ts'
import { giftCardMail } from './contract.ts'

const dayFormat = new Intl.DateTimeFormat('nl-NL', { dateStyle: 'long', timeZone: 'Europe/Brussels' })

export const giftCardMails = [
  defineEditableMail(giftCardMail, {
    title: 'Cadeaubon, aan wie hem krijgt',
    words: {
      subject: 'Een cadeaubon voor je',
      heading: '{aanhef}, je krijgt een cadeaubon',
      paragraphs: [
        '{gever}',
        '{boodschap}',
        'Er staat {bedrag} op. De code is {code}.',
        'Je kiest zelf waarvoor je hem gebruikt: vul de code in bij het afrekenen. Wat over is, blijft erop staan.',
        'De bon is geldig tot en met {geldig}. Bewaar deze mail, of druk de bon af.',
      ],
      action: 'Bekijk de bon',
    },
    placeholders: {
      winkel: { label: 'de naam van de winkel' },
      aanhef: { label: '“Dag”, met de naam als de koper die opgaf' },
      gever: { label: 'een zin over wie de bon geeft; leeg als de koper dat niet zei' },
      boodschap: { label: 'de boodschap van de koper; leeg zonder' },
      bedrag: { label: 'wat erop staat', isRequired: true },
      code: { label: 'de code', isRequired: true },
      geldig: { label: 'de laatste dag', isRequired: true },
    },
    example: {
      cardId: 'voorbeeld',
      valueCents: 5000,
      expiresAt: '2028-12-24T12:00:00Z',
      recipientName: 'Sam',
      senderName: 'Robin',
      message: 'Veel plezier ermee.',
      shopName: 'Gloed',
      url: 'https://example.com/cadeaubon',
    },
    values: ({ valueCents, expiresAt, recipientName, senderName, message, shopName }) => ({
      winkel: shopName,
      aanhef: recipientName ? `Dag ${recipientName}` : 'Dag',
      gever: senderName ? `Hij komt van ${senderName}.` : '',
      boodschap: message ?? storedTextPlace(0),
      bedrag: formatCents(valueCents),
      code: GIFT_CARD_CODE_PLACE,
      // The day before: it ends at midnight.
      geldig: dayFormat.format(new Date(Date.parse(expiresAt) - 1)),
    }),
    frame: ({ url, cardId }) => ({
      action: { label: '', url },
      giftCardId: cardId,
      storedTexts: [{ place: storedTextPlace(0), of: { giftCardId: cardId }, otherwise: '' }],
    }),
  }),
]
