/** Accounts: their passwords, and the tokens that requests carry. */
import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { HttpError } from 'waymark/http';
import type * as schemas from './schemas.ts';
import * as db from './store.ts';

export async function signUp({ password, ...given }: typeof schemas.USER.infer) {
  return accountOf(db.addUser({ ...given, password: await hash(password) }));
}

/** @throws {HttpError} 401 if the e-mail address or the password is wrong */
export async function signIn({ email, password }: typeof schemas.LOGIN.infer) {
  const user = db.userByEmail(email);
  // A password is hashed for an unknown address too, or the time would tell who has an account.
  const isRight = await isPassword(password, user?.password ?? NOBODY);
  if (user !== null && isRight) return accountOf(user);
  throw new HttpError(401, 'the e-mail address or the password is wrong');
}

export async function changeAccount(
  me: db.User,
  { password, ...changes }: typeof schemas.USER_EDIT.infer,
) {
  const hashed = password === undefined ? {} : { password: await hash(password) };
  return accountOf(db.changeUser(me, { ...changes, ...hashed }));
}

/** An account as its owner sees it, with a new token. */
export function accountOf({ id, email, username, bio, image }: db.User) {
  const claim = `${id}.${Date.now() + LIFETIME}`;
  return { user: { email, token: `${claim}.${sign(claim)}`, username, bio, image } };
}

/** @param authorization the header, `Token …` */
export function userOf(authorization: string | null): db.User | null {
  const [, claim, id, expires, signature] =
    /^Token ((\d+)\.(\d+))\.(\S+)$/.exec(authorization ?? '') ?? [];
  if (claim === undefined || !isSame(sign(claim), String(signature))) return null;
  return Number(expires) > Date.now() ? db.userById(Number(id)) : null;
}

const LIFETIME = 7 * 24 * 60 * 60 * 1000;
/** Without a key, tokens are valid until the process ends. */
const KEY = process.env.CONDUIT_KEY ?? randomBytes(32);

/** A password that nobody has: no hash is empty. */
const NOBODY = 'salt.';

const sign = (claim: string) => createHmac('sha256', KEY).update(claim).digest('base64url');

const derive = promisify<string, string, number, Buffer>(scrypt);

async function hash(password: string, salt = randomBytes(16).toString('base64url')) {
  return `${salt}.${(await derive(password, salt, 32)).toString('base64url')}`;
}

async function isPassword(password: string, hashed: string): Promise<boolean> {
  return isSame(await hash(password, hashed.split('.')[0]), hashed);
}

/** Compares without revealing, by the time it takes, where two texts differ. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
