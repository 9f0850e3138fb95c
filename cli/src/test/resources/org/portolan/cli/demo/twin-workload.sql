-- The statements of the relational twin while a crowd used it, with their numbers: each as H2 logged
-- it, lists of values shortened to one.

