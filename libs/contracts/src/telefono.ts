import { z } from 'zod';
import { FlagOutput, Milliseconds } from './common.js';

/** A number as networks write it, with its country: +525512345678. */
export const TelefonoNumero = z
  .string()
  .transform((text) => text.replace(/[\s().-]/g, ''))
  .pipe(z.string().regex(/^\+[1-9]\d{7,14}$/, 'Escribe el número con su país: +52 55 1234 5678'))
  .meta({ example: '+525512345678' });

/** Body of POST /usuarios/yo/telefono: a code is sent to it. */
export const TelefonoPedir = z.object({ numero: TelefonoNumero });
export type TelefonoPedir = z.infer<typeof TelefonoPedir>;

/** Body of PUT /usuarios/yo/telefono. */
export const TelefonoConfirmar = z.object({
  codigo: z
    .string()
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'El código son seis cifras'))
    .meta({ example: '482913' }),
});
export type TelefonoConfirmar = z.infer<typeof TelefonoConfirmar>;

/** The caller's number, to which SMS go. */
export const TelefonoEstado = z.object({
  /** null = none is verified. */
  numero: z.string().nullable(),
  desde: Milliseconds.nullable(),
  /** A number whose code was sent and has not been entered; null = none. */
  pendiente: z.string().nullable(),
  /** Whether this installation sends SMS at all. */
  disponible: FlagOutput,
});
export type TelefonoEstado = z.infer<typeof TelefonoEstado>;

/** What a provider of SMS posts: whatever fields it has. api-gateway reads three of them. */
export const SmsPosted = z
  .record(z.string(), z.unknown())
  .meta({ example: { from: '+525512345678', text: 'Voy 482913', id: 'a1b2' } });

/** A reply by SMS: who says what, and how the provider calls that message. */
export const RespuestaSms = z.object({
  numero: z
    .string()
    .max(40)
    .transform((text) => `+${text.replace(/\D/g, '').replace(/^00/, '')}`),
  texto: z.string().max(2_000),
  mensaje: z.string().min(1).max(200),
});
export type RespuestaSms = z.infer<typeof RespuestaSms>;
