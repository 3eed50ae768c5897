import { estados } from '../../entities/comando/textos.js';

export const texts = {
  title: 'Comandos',
  filters: 'Filtros',
  what: 'Switch o dispositivo',
  estado: 'Estado',
  everything: 'Todos',
  switches: 'Switches',
  dispositivos: 'Dispositivos',
  noRows: 'Sin comandos que mostrar.',
  empty: 'Nadie ha encendido ni apagado nada todavía.',
  emptyWithFilters: 'Ningún comando con estos filtros.',
  failure: 'No se pudieron cargar los comandos. Se intentará de nuevo.',
  limit: (count: number) => `Se muestran los ${count} más nuevos; elige un switch para ver más atrás.`,
  estados,
  switchSinNombre: (id: number | null) => `Switch ${id}`,
  dispositivoSinNombre: (id: number | null) => `Dispositivo ${id}`,
} as const;
