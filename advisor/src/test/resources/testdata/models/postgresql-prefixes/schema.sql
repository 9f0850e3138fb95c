CREATE TABLE accounts (id bigserial PRIMARY KEY, balance numeric(12,2) NOT NULL);
CREATE TABLE transfers (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  account_id bigint NOT NULL,
  amount numeric(12,2) NOT NULL CHECK (amount > 0)
);
