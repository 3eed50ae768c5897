import { z } from 'zod';
import { AuditoriaBusqueda, AuditoriaFila } from '../auditoria.js';
import { Id, Nada } from '../common.js';
import { Dispositivo, DispositivoGuardar } from '../dispositivo.js';
import { Enclavamiento, EnclavamientoGuardar } from '../enclavamiento.js';
import { Placa, PlacaCredencial, PlacaGuardar, PlacasRegistrar } from '../placa.js';
import { Switch, SwitchEnVivo, SwitchGuardar, SwitchesGuardados } from '../switch.js';
import { type CallDefinition, PorId, PorPlaca, DeEmpresa, DeUsuario, Salud } from './call.js';

export const inventory = {
  'inventory.salud': { servicio: 'inventory', ...Salud },
  'dispositivos.listar': { servicio: 'inventory', kind: 'read', request: DeEmpresa, response: z.array(Dispositivo) },
  'dispositivos.de_usuario': {
    servicio: 'inventory',
    kind: 'read',
    request: DeUsuario,
    response: z.array(Dispositivo),
  },
  /** For services. */
  'dispositivos.obtener': { servicio: 'inventory', kind: 'read', request: PorId, response: Dispositivo },
  'dispositivos.crear': { servicio: 'inventory', kind: 'write', request: DispositivoGuardar, response: Dispositivo },
  'dispositivos.actualizar': {
    servicio: 'inventory',
    kind: 'write',
    request: DispositivoGuardar.extend({ id: Id }),
    response: Dispositivo,
  },
  'dispositivos.suspender': { servicio: 'inventory', kind: 'write', request: PorId, response: Dispositivo },
  'dispositivos.reactivar': { servicio: 'inventory', kind: 'write', request: PorId, response: Dispositivo },
  'dispositivos.eliminar': { servicio: 'inventory', kind: 'write', request: PorId, response: Nada },
  'switches.listar': { servicio: 'inventory', kind: 'read', request: DeEmpresa, response: z.array(Switch) },
  'switches.panel': { servicio: 'inventory', kind: 'read', request: DeEmpresa, response: z.array(SwitchEnVivo) },
  'switches.de_usuario': { servicio: 'inventory', kind: 'read', request: DeUsuario, response: z.array(SwitchEnVivo) },
  'switches.guardar_lote': {
    servicio: 'inventory',
    kind: 'write',
    request: z.object({ switches: z.array(SwitchGuardar) }),
    response: SwitchesGuardados,
  },
  'switches.eliminar': { servicio: 'inventory', kind: 'write', request: PorId, response: Nada },
  'enclavamientos.listar': {
    servicio: 'inventory',
    kind: 'read',
    request: DeEmpresa,
    response: z.array(Enclavamiento),
  },
  'enclavamientos.crear': {
    servicio: 'inventory',
    kind: 'write',
    request: EnclavamientoGuardar,
    response: Enclavamiento,
  },
  'enclavamientos.actualizar': {
    servicio: 'inventory',
    kind: 'write',
    request: EnclavamientoGuardar.extend({ id: Id }),
    response: Enclavamiento,
  },
  'enclavamientos.eliminar': { servicio: 'inventory', kind: 'write', request: PorId, response: Nada },
  'placas.listar': { servicio: 'inventory', kind: 'read', request: DeEmpresa, response: z.array(Placa) },
  'placas.registrar': {
    servicio: 'inventory',
    kind: 'write',
    request: PlacasRegistrar,
    response: z.array(PlacaCredencial),
    timeout_ms: 10_000,
  },
  'placas.actualizar': {
    servicio: 'inventory',
    kind: 'write',
    request: PlacaGuardar.extend({ placa_id: Id }),
    response: Placa,
  },
  'placas.renovar_credencial': { servicio: 'inventory', kind: 'write', request: PorPlaca, response: PlacaCredencial },
  'placas.revocar': { servicio: 'inventory', kind: 'write', request: PorPlaca, response: Nada },
  'placas.eliminar': { servicio: 'inventory', kind: 'write', request: PorPlaca, response: Nada },
  /** For auth-tenancy, in the person's name: inventory's part of the trail. */
  'inventario.auditoria': {
    servicio: 'inventory',
    kind: 'read',
    request: AuditoriaBusqueda,
    response: z.array(AuditoriaFila),
  },
  /** For auth-tenancy: refuses with `no_encontrado` unless every id belongs to the company. */
  'inventario.verificar': {
    servicio: 'inventory',
    kind: 'read',
    request: z.object({ empresa_id: Id, dispositivos: z.array(Id), switches: z.array(Id) }),
    response: Nada,
  },
} as const satisfies Record<string, CallDefinition>;
