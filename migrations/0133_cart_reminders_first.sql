-- Whether to note a change is asked before the change is queued for its trigger: nearly nobody chose to be reminded.
-- Two triggers, because a condition for a deleted row can't speak of a new one.
create function wants_cart_reminders(customer uuid) returns boolean language plpgsql stable as $$
begin
  return (select cart_reminders from users where id = customer);
end $$;
--> statement-breakpoint
create or replace trigger cart_items_changed after insert or update on cart_items
  for each row when (wants_cart_reminders(new.user_id)) execute function note_cart_change();
--> statement-breakpoint
create trigger cart_items_removed after delete on cart_items
  for each row when (wants_cart_reminders(old.user_id)) execute function note_cart_change();
