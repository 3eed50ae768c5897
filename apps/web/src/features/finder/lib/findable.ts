import {
  isCentinela,
  magnitudOf,
  type Dispositivo,
  type Empresa,
  type Placa,
  type Punto,
  type Switch,
  type Usuario,
} from '@acequia/contracts';
import {
  comandosOfDispositivo,
  dispositivoAddress,
  dispositivoFormAddress,
  empresaAddress,
  placaAddress,
  puntoAddress,
  switchAddress,
  switchesAddress,
  usuarioAddress,
} from '../../../entities/addresses.js';
import { expiryText } from '../../../entities/empresa/expiry-text.js';
import { texts } from '../textos.js';

export interface Action {
  text: string;
  to: string;
}

export interface Findable {
  kind: keyof typeof texts.kinds;
  id: number;
  title: string;
  detail: string;
  /** What else it is found by. */
  words: string;
  actions: readonly Action[];
}

const t = texts.actions;
const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

export const ofEmpresa = (one: Empresa, today: string): Findable => ({
  kind: 'empresa',
  id: one.id,
  title: one.nombre,
  detail: joined(expiryText(one, today), one.comunicador_imei && texts.imei(one.comunicador_imei)),
  words: [one.comunicador_numero, one.comunicador_imei, one.telefono_celular].join(' '),
  actions: [
    { text: t.resumen, to: empresaAddress(one.id) },
    { text: t.situation, to: `/situacion?empresa=${one.id}` },
    { text: t.switches, to: switchesAddress(one.id) },
    { text: t.placas, to: `/placas?empresa=${one.id}` },
    { text: t.usuarios, to: `/usuarios?empresa=${one.id}` },
    { text: t.programas, to: `/programas?empresa=${one.id}` },
    { text: t.avisos, to: `/avisos?empresa=${one.id}` },
    { text: t.empresaEdit, to: `/empresas?empresa=${one.id}&id=${one.id}` },
  ],
});

export const ofPlaca = (one: Placa, empresa: string | undefined): Findable => ({
  kind: 'placa',
  id: one.placa_id,
  title: joined(texts.placa(one.id), one.nombre),
  detail: joined(empresa, one.sitio),
  words: String(one.id),
  actions: [
    { text: t.placa, to: placaAddress(one) },
    { text: t.switches, to: `${switchesAddress(one.empresa_id)}&q=${one.id}` },
  ],
});

export const ofSwitch = (one: Switch, empresa: string | undefined): Findable => ({
  kind: 'switch',
  id: one.id,
  title: `${one.zona} - ${one.nombre}`,
  detail: joined(empresa, texts.pin(one.dispositivo_id, one.hardware_pin)),
  words: String(one.dispositivo_id),
  actions: [
    { text: t.operate, to: switchAddress(one) },
    { text: t.comandos, to: `/comandos?empresa=${one.empresa_id}&switch=${one.id}` },
    { text: t.switchEdit, to: `${switchesAddress(one.empresa_id)}&id=${one.id}` },
  ],
});

export const ofUsuario = (one: Usuario): Findable => ({
  kind: 'usuario',
  id: one.id,
  title: one.nombre,
  detail: joined(one.email, one.empresa_nombre),
  words: one.email,
  actions: [
    { text: t.usuarioEdit, to: usuarioAddress(one) },
    {
      text: t.trail,
      to: `/auditoria?empresa=${one.empresa_id ?? ''}&usuario_id=${one.id}&usuario_nombre=${encodeURIComponent(one.nombre)}`,
    },
  ],
});

export const ofDispositivo = (one: Dispositivo, empresa: string | undefined): Findable => ({
  kind: 'dispositivo',
  id: one.id,
  title: one.nombre,
  detail: joined(empresa, one.shelly_id),
  words: one.shelly_id,
  actions: [
    { text: t.dispositivoPage, to: dispositivoAddress(one) },
    { text: t.comandos, to: comandosOfDispositivo(one) },
    { text: t.dispositivoEdit, to: dispositivoFormAddress(one) },
  ],
});

export const ofPunto = (one: Punto, empresa: string | undefined): Findable => ({
  kind: 'punto',
  id: one.id,
  title: one.nombre,
  detail: joined(empresa, magnitudOf(one.magnitud).nombre, one.sitio),
  words: '',
  actions: [
    { text: t.puntoPage, to: puntoAddress(one) },
    { text: t.puntos, to: `/puntos?empresa=${one.empresa_id}` },
  ],
});

/** A usuario's own switch. */
export const ofOwnSwitch = ({ id, zona, nombre }: Pick<Switch, 'id' | 'zona' | 'nombre'>): Findable => ({
  kind: 'switch',
  id,
  title: `${zona} - ${nombre}`,
  detail: '',
  words: '',
  actions: [
    { text: t.switchPage, to: `/panel/switch/${id}` },
    { text: t.comandos, to: `/panel/comandos?switch=${id}` },
  ],
});

/** A usuario's own device. */
export const ofOwnDispositivo = ({ id, nombre, tipo }: Dispositivo): Findable => ({
  kind: 'dispositivo',
  id,
  title: nombre,
  detail: '',
  words: '',
  actions: [
    isCentinela(tipo)
      ? { text: t.centinela, to: `/panel/centinelas/${id}` }
      : { text: t.dispositivoPage, to: '/panel/dispositivos' },
    { text: t.comandos, to: `/panel/comandos?dispositivo=${id}` },
  ],
});
