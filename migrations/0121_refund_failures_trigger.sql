-- Every way in which a refund fails, and in which a failure ends, of this version and of the one before.
create function note_refund_failure() returns trigger language plpgsql as $$
begin
  if new.failed_at is null or (new.by_hand_at is not null and tg_op = 'UPDATE') then
    -- An admin's resolution has its time; what the provider says, that of the database.
    update refund_failures f set ended_at = greatest(f.failed_at, coalesce(
      new.by_hand_at,
      (select max(m.created_at) from refund_mendings m where m.refund_id = new.id and m.created_at >= f.failed_at),
      now()
    )) where f.refund_id = new.id and f.ended_at is null;
  elsif new.by_hand_at is null or tg_op = 'INSERT' then
    insert into refund_failures (id, refund_id, failed_at, ended_at)
    values (gen_random_uuid(), new.id, new.failed_at,
      case when new.by_hand_at is not null then greatest(new.failed_at, new.by_hand_at) end)
    on conflict (refund_id) where ended_at is null do nothing;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger refund_failed_at_once after insert on refunds for each row
  when (new.failed_at is not null) execute function note_refund_failure();
--> statement-breakpoint
create trigger refund_failure_changed after update of failed_at, by_hand_at on refunds for each row
  when (old.failed_at is distinct from new.failed_at or old.by_hand_at is distinct from new.by_hand_at)
  execute function note_refund_failure();
--> statement-breakpoint
insert into refund_failures (id, refund_id, failed_at, ended_at)
select gen_random_uuid(), id, failed_at, case when by_hand_at is not null then greatest(failed_at, by_hand_at) end
from refunds where failed_at is not null
on conflict (refund_id) where ended_at is null do nothing;
