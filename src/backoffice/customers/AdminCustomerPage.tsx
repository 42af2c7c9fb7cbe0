import { DialogButtons } from '../../ui/dialogs/DialogButtons.tsx'
import { schemaResolver } from '../../ui/call/schemaResolver.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { useUser } from '../../people/accounts/hooks.ts'
import { formatDate, plural } from '../../ui/format.ts'
import { AdminPageHeader } from '../../ui/lists/AdminPageHeader.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { CustomerRoleBadge, CustomerStateBadge } from './AdminCustomerBadges.tsx'
import { AdminCloseAccount } from './AdminCloseAccount.tsx'
import { AdminEndSessions } from './AdminEndSessions.tsx'
import { AdminCustomerLists } from './AdminCustomerLists.tsx'
import { AdminAdjustMinutes } from './AdminAdjustMinutes.tsx'
import type { CustomerDetail, Customer } from './contract.ts'
import { customerQuery, customerPageUrl, useChangeCustomer } from './hooks.ts'
import { findChangeRefusal, describeRoleLoss, roleMeanings } from './rules.ts'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '../../ui/call/formErrors.ts'
import { Field, Input, Select } from '../../ui/forms/Field.tsx'
import { useId, useState } from 'react'
import { AdminNotes } from '../notes/AdminNotes.tsx'
import { AdminStoreCreditCard } from '../../money/credit/admin/AdminStoreCreditCard.tsx'
import { AdminMinuteDebts } from '../../money/minutes/admin/AdminMinuteDebts.tsx'
import { oneOf } from '../../wire/records.ts'
import { type AccountRole, accountRoles } from '../../wire/roles.ts'
import { roleLabels } from '../../people/accounts/rules.ts'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialogs/Dialog.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Options } from '../../ui/forms/Options.tsx'
import { minutesVatQuery, useCorrectVatOfMinutes } from '../vatCorrections/hooks.ts'
import { AdminVatNotice } from '../vatCorrections/AdminVatNotice.tsx'

/** `/admin/users/:userId`: one customer, with role, orders, sessions and minutes. */
export function AdminCustomerPage() {
  const { userId = '' } = useParams()
  const [search] = useSearchParams()
  const { data: customer } = useSuspenseQuery(customerQuery(userId))
  const why = findChangeRefusal(customer, useUser()?.id)
  const pages = customerPageUrl(userId).parse(search)
  return (
    <>
      <AdminPageHeader
        title={customer.displayName}
        aside={customer.email}
        back={{ to: '/admin/users', name: 'Gebruikers' }}
        actions={
          <ButtonLink to={`/admin/audit?subjectId=${customer.id}`} variant="secondary" size="sm">
            In het logboek
          </ButtonLink>
        }
      />
      {customer.deleteAfter && (
        <Notice tone="waiting" title="Dit account is gesloten" className="mb-6">
          Wie dit is, wordt gewist na {formatDate(customer.deleteAfter)}. Tot dan staat alles er nog.
        </Notice>
      )}
      <AccountFacts customer={customer} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid min-w-0 gap-10 xl:order-1">
          <AdminCustomerLists userId={userId} pages={pages} />
        </div>
        <div className="grid gap-6 max-xl:order-first xl:order-2">
          <AdminNotes subject={{ userId }} />
          {customer.role !== 'GUEST' && (
            <>
              <AdminMinutesVat userId={userId} />
              <AdminMinuteDebts userId={userId} />
              <AdminAdjustMinutes customer={customer} />
              <AdminStoreCreditCard userId={userId} isClosed={customer.deleteAfter !== null} />
              <AdminCustomerNames key={namesKey(customer)} customer={customer} />
              <AdminCustomerRole customer={customer} why={why} />
              <AdminEndSessions customer={customer} />
            </>
          )}
          <AdminCloseAccount customer={customer} why={why} />
        </div>
      </div>
    </>
  )
}

/** Remounts the form for another customer, or after the names changed. */
const namesKey = ({ id, firstName, lastName, displayName }: CustomerDetail): string =>
  JSON.stringify([id, firstName, lastName, displayName])

function AccountFacts({ customer }: { customer: CustomerDetail }) {
  const facts = [
    ['Rol', <CustomerRoleBadge key="role" role={customer.role} />],
    ['Status', <CustomerStateBadge key="state" customer={customer} />],
    ['Sinds', formatDate(customer.createdAt)],
    ['Twee stappen', customer.twoFactorAt ? `aan sinds ${formatDate(customer.twoFactorAt)}` : 'uit'],
    ['Toys', plural(customer.toyCount, 'toy', 'toys')],
  ] as const
  return (
    <Card className="mb-8 p-5">
      <dl className="figures grid grid-cols-2 gap-x-6 gap-y-4 text-small sm:grid-cols-3 lg:grid-cols-5">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-ink-faint">{name}</dt>
            <dd className="mt-0.5">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const names = ['displayName', 'firstName', 'lastName'] as const
const resolver = schemaResolver(async () =>
  (await import('./contract.ts')).changeCustomer.input.pick({
    displayName: true,
    firstName: true,
    lastName: true,
  }),
)

/** The names of a customer. Only changed ones are sent, so that concurrent edits of others are kept. */
function AdminCustomerNames({ customer }: { customer: Customer }) {
  const change = useChangeCustomer(({ displayName }) => `${displayName} is bijgewerkt`)
  const { register, handleSubmit, setError, formState } = useForm({
    resolver,
    defaultValues: {
      displayName: customer.displayName,
      firstName: customer.firstName ?? '',
      lastName: customer.lastName ?? '',
    },
  })
  const { errors, dirtyFields, isDirty } = formState
  const submit = handleSubmit(typed => {
    const changed = names.filter(name => dirtyFields[name]).map(name => [name, typed[name]])
    change.mutate(
      { userId: customer.id, ...Object.fromEntries(changed) },
      { onError: error => void showFieldErrors(error, names, setError) },
    )
  })
  return (
    <Card className="p-5">
      <h2 className="display mb-4 text-subheading">Namen</h2>
      <form onSubmit={event => void submit(event)} noValidate method="post" className="grid gap-4">
        <Field label="Weergavenaam" error={errors.displayName?.message}>
          <Input autoComplete="off" {...register('displayName')} />
        </Field>
        <Field label="Voornaam" optional error={errors.firstName?.message}>
          <Input autoComplete="off" {...register('firstName')} />
        </Field>
        <Field label="Achternaam" optional error={errors.lastName?.message}>
          <Input autoComplete="off" {...register('lastName')} />
        </Field>
        <Button type="submit" variant="secondary" disabled={!isDirty} busy={change.isPending}>
          Namen opslaan
        </Button>
      </form>
    </Card>
  )
}

interface AdminUserRoleProps {
  customer: CustomerDetail
  /** Why it can't be changed, or null. */
  why: string | null
}

/** The role of a customer; a change explains its consequences first. */
function AdminCustomerRole({ customer, why }: AdminUserRoleProps) {
  const [role, setRole] = useState<AccountRole>(customer.role === 'GUEST' ? 'USER' : customer.role)
  const [isOpen, setOpen] = useState(false)
  const whyId = useId()
  const change = useChangeCustomer(changed => `${changed.displayName} is nu ${roleLabels[changed.role]}`)
  const give = () => change.mutate({ userId: customer.id, role }, { onSettled: () => setOpen(false) })
  return (
    <Card className="p-5">
      <h2 className="display mb-4 text-subheading">Rol</h2>
      <div className="grid gap-4">
        <Field label="Rol van dit account" hint={why === null ? roleMeanings[role] : undefined}>
          <Select
            value={role}
            disabled={why !== null}
            onChange={event => setRole(oneOf(accountRoles, event.target.value) ?? role)}
          >
            <Options values={accountRoles} nameOf={option => roleLabels[option]} />
          </Select>
        </Field>
        <Dialog open={isOpen} onOpenChange={setOpen}>
          <DialogTrigger asChild>
            <Button
              variant="secondary"
              disabled={why !== null || role === customer.role}
              aria-describedby={why === null ? undefined : whyId}
            >
              Rol wijzigen
            </Button>
          </DialogTrigger>
          <DialogContent
            title={`${customer.displayName} wordt ${roleLabels[role]}`}
            description="Dit account wordt overal uitgelogd, zodat er niets doorgaat met de oude rol."
            footer={
              <DialogButtons onCancel={() => setOpen(false)}>
                <Button busy={change.isPending} onClick={give}>
                  Maak {roleLabels[role]}
                </Button>
              </DialogButtons>
            }
          >
            <p className="text-ink-soft">
              {roleMeanings[role]} {describeRoleLoss(customer.role, role)}
            </p>
          </DialogContent>
        </Dialog>
        {why && (
          <p id={whyId} className="text-small text-ink-soft">
            {why}
          </p>
        )}
      </div>
    </Card>
  )
}

/** The VAT of minutes that a business bought while VIES was away; nothing where it never was. */
function AdminMinutesVat({ userId }: { userId: string }) {
  const { data: corrections } = useSuspenseQuery(minutesVatQuery(userId))
  const correct = useCorrectVatOfMinutes(userId)
  return corrections.map(({ purchaseId, minutes, ...correction }) => (
    <AdminVatNotice
      key={purchaseId}
      correction={correction}
      of={plural(minutes, 'minuut', 'minuten')}
      isBusy={correct.isPending}
      correct={onSettled => correct.mutate({ purchaseId, vatCents: correction.vatCents }, { onSettled })}
    />
  ))
}
