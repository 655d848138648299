#!/bin/sh
# /etc/patroni/create-database.sh, executable: Patroni runs it once, with the address of the new database as its argument.
set -eu
psql "$1" --no-psqlrc --set ON_ERROR_STOP=1 <<'SQL'
CREATE ROLE quoin LOGIN PASSWORD 'PASSWORD-OF-QUOIN';
CREATE DATABASE quoin OWNER quoin;
SQL
