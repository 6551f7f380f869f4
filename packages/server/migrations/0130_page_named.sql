-- `page_named`: what happens to commissions of customers whom only pages have named. Anyone can send what a page sends.
alter table programs
  add column page_named text not null default 'off' check (page_named in ('off', 'flag', 'hold'));
