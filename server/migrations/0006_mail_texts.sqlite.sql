-- What a company writes in its mails, in the place of the words of the language: JSON, by kind of mail.

ALTER TABLE companies ADD COLUMN mail_texts TEXT NOT NULL DEFAULT '{}';
