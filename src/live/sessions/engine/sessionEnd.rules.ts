import type { ControlSession } from '../contract.ts'

/** How a session ended, in the text for its player. */
export function sessionEndText(ended: Pick<ControlSession, 'stoppedBy' | 'stopReason'>): string {
  const { stoppedBy, stopReason } = ended
  switch (stoppedBy) {
    case 'CREATOR':
      return stopReason === 'DECLINED'
        ? 'De creator heeft de sessie afgewezen.'
        : 'De creator heeft de sessie beëindigd.'
    case 'ADMIN':
      return stopReason === 'TOY_DEACTIVATED'
        ? 'Een administrator heeft deze toy uitgezet.'
        : 'Een administrator heeft de sessie gestopt.'
    case 'ADMIN_FORCE':
      return 'Een administrator heeft de sessie meteen gestopt.'
    case 'SYSTEM':
      if (stopReason === 'LOW_BALANCE') return 'Je minuten waren bijna op: bij 2 minuten stopt de toy.'
      if (stopReason === 'CONTROLLER_LOST') return 'Je was te lang zonder verbinding.'
      if (stopReason === 'TOY_UNREACHABLE')
        return 'De toy was niet meer te bereiken. Daarvoor betaal je niets.'
      if (stopReason === 'PAYMENT_TIMEOUT') return 'Je was langer dan 5 minuten weg om te betalen.'
      if (stopReason === 'CREATOR_WAITED')
        return 'De creator wilde even wachten, en dat werd te lang. De begonnen minuut is gratis.'
      if (stopReason === 'LONGEST_SESSION') return 'De langste tijd voor een sessie was om.'
      if (stopReason === 'CHARGED_BACK') return 'De betaling van je minuten is teruggeboekt.'
      return 'De sessie kon niet doorgaan.'
    case 'USER':
    case null:
      if (stopReason === 'SIGNED_OUT') return 'Je bent uitgelogd, en daarmee stopte de sessie.'
      return 'Je hebt de controle over de toy beëindigd.'
  }
}
