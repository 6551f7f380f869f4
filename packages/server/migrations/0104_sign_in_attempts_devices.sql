-- Attempts on an account from a device that it was used from before are counted for this device, so that strangers who guess do not keep
-- the owner out. Empty: from all other devices together.
alter table sign_in_attempts add column device_hash text not null default ''
  check (device_hash = '' or device_hash ~ '^[0-9a-f]{64}$');
alter table sign_in_attempts drop constraint sign_in_attempts_pkey;
alter table sign_in_attempts add primary key (kind, account_hash, device_hash);

-- A pause is at most fifteen minutes long.
update sign_in_attempts set paused_until = least(paused_until, now() + interval '15 minutes');
