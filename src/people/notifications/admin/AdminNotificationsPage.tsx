import { useId } from 'react'
import { Link } from 'react-router'
import { useUser } from '../../accounts/hooks.ts'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { keysOf } from '../../../wire/records.ts'
import type { AdminNotificationPreference } from './contract.ts'
import { useAdminPreferences } from './hooks.ts'
import { adminTopicGroups, adminTopicLabels, channelLabels } from './labels.rules.ts'

/** `/admin/notifications`: the topics and the channels of this admin's notifications. */
export function AdminNotificationsPage() {
  const { preferences, choose } = useAdminPreferences()
  return (
    <>
      <AdminPageHeader title="Meldingen">
        Waarover je als administrator iets hoort, en hoe: in de winkel, per mail of als push. Je keuze geldt
        alleen voor jou en meteen. In mails en push staat nooit een naam van een klant of product.
      </AdminPageHeader>
      <ClosedChannels />
      <div className="grid max-w-3xl gap-8">
        {adminTopicGroups.map(({ name, topics }) => (
          <TopicGroup
            key={name}
            name={name}
            preferences={preferences.filter(({ topic }) => topics.includes(topic))}
            onChoose={choose}
          />
        ))}
      </div>
    </>
  )
}

/** Says which channels the account has switched off for everything. */
function ClosedChannels() {
  const user = useUser()
  if (!user) return null
  const closed = [
    !user.emailNotifications && 'Mail over meldingen',
    !user.pushNotifications && 'Pushmeldingen',
  ].filter(text => text !== false)
  if (closed.length === 0) return null
  return (
    <Notice
      tone="info"
      title={`${closed.join(' en ')} ${closed.length === 1 ? 'staat' : 'staan'} uit`}
      className="mb-6 max-w-3xl"
    >
      Wat je daarvoor hieronder kiest, geldt zodra je het aanzet bij{' '}
      <Link to="/profile?tab=settings" className="underline underline-offset-4 hover:text-ink">
        je eigen instellingen
      </Link>
      .
    </Notice>
  )
}

interface TopicGroupProps {
  name: string
  preferences: AdminNotificationPreference[]
  onChoose: ReturnType<typeof useAdminPreferences>['choose']
}

function TopicGroup({ name, preferences, onChoose }: TopicGroupProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="display mb-2 text-subheading">
        {name}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
        {preferences.map(preference => (
          <li key={preference.topic}>
            <TopicRow preference={preference} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface TopicRowProps {
  preference: AdminNotificationPreference
  onChoose: TopicGroupProps['onChoose']
}

function TopicRow({ preference, onChoose }: TopicRowProps) {
  const id = useId()
  const { name, about } = adminTopicLabels[preference.topic]
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-about`}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-3"
    >
      <div className="grid min-w-56 flex-1 gap-0.5">
        <p id={id} className="font-medium">
          {name}
        </p>
        <p id={`${id}-about`} className="text-small text-ink-soft">
          {about}
        </p>
      </div>
      <div className="flex gap-6">
        {keysOf(channelLabels).map(channel => (
          <Checkbox
            key={channel}
            checked={preference[channel]}
            onChange={({ target }) => onChoose(preference.topic, channel, target.checked)}
            className="py-2"
          >
            {channelLabels[channel]}
          </Checkbox>
        ))}
      </div>
    </div>
  )
}
