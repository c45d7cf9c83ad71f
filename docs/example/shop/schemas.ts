/** What the shop accepts. OpenAPI describes the schemas with an id once. */
import { z } from 'zod';

export const ACCOUNT = z
  .object({ email: z.email().toLowerCase(), password: z.string().min(8).max(128) })
  .meta({ id: 'Account' });

export const PRODUCT = z
  .object({
    title: z.string().trim().min(1).max(100),
    price: z.int().positive().meta({ description: 'In cents' }),
    stock: z.int().nonnegative(),
  })
  .meta({ id: 'Product' });

export const ID = z.object({ id: z.coerce.number() });

export const FILTER = z.object({
  search: z.string().default(''),
  page: z.coerce.number().int().min(1).default(1),
});

export const COUNT = z.object({ count: z.int().min(1).max(99) });

export const STATUS = z.object({ status: z.enum(['paid', 'sent', 'arrived']) });

export const PHOTO = z.object({ photo: z.file().mime(['image/png', 'image/jpeg']) });
