import type { Switch } from '@acequia/contracts';
import { Box, Button, IconButton } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Campo, Selector } from '../../components/formulario/campos.js';
import { LapizIcon, MasIcon, PinesIcon } from '../../components/icons.js';
import { Pagina } from '../../components/pagina.js';
import { SiNoChip } from '../../components/si-no-chip.js';
import type { Columna } from '../../components/tabla/columna.js';
import { Tabla } from '../../components/tabla/tabla.js';
import { useEmpresasSeleccion } from '../../lib/empresas-seleccion.js';
import { usePlacas } from '../../lib/placas.js';
import { siNo } from '../../lib/format.js';
import { useSwitches } from './api/switches.js';
import { DialogoPanel } from './components/dialogo-panel.js';
import { textos } from './textos.js';

const titulos = textos.columnas;

const columnasDe = (empresa: string): Columna<Switch>[] => [
  { id: 'id', titulo: titulos.id, valor: ({ id }) => id, ancho: '4rem', enTarjeta: 'oculta' },
  { id: 'nombre', titulo: titulos.nombre, valor: ({ nombre }) => nombre, ancho: '11rem', enTarjeta: 'titulo' },
  { id: 'zona', titulo: titulos.zona, valor: ({ zona }) => zona, ancho: '9.5rem' },
  { id: 'tipo', titulo: titulos.tipo, valor: ({ tipo }) => textos.tipos[tipo], ancho: '6rem' },
  { id: 'empresa', titulo: titulos.empresa, valor: () => empresa, ancho: '8.5rem', enTarjeta: 'oculta' },
  { id: 'dispositivo', titulo: titulos.dispositivo, valor: (fila) => fila.dispositivo_id, ancho: '7.75rem' },
  { id: 'par', titulo: titulos.par, valor: (fila) => textos.par[fila.par_numero], ancho: '5.5rem' },
  { id: 'site', titulo: titulos.site, valor: (fila) => fila.switch_site_id, ancho: '5.5rem' },
  { id: 'pin', titulo: titulos.pin, valor: (fila) => fila.hardware_pin, ancho: '4rem' },
  {
    id: 'sensor',
    titulo: titulos.sensor,
    valor: (fila) => siNo(fila.tiene_sensor),
    celda: (fila) => <SiNoChip valor={fila.tiene_sensor} />,
    ancho: '5.5rem',
  },
  {
    id: 'activo',
    titulo: titulos.activo,
    valor: ({ activo }) => siNo(activo),
    celda: ({ activo }) => <SiNoChip valor={activo} />,
    ancho: '5.5rem',
  },
];

/** Switches of a company (spec 2.8). */
export function Component() {
  const empresas = useEmpresasSeleccion();
  const [params, setParams] = useSearchParams();
  // Spec 8: lists that could not be loaded are empty, without a message.
  const opciones = empresas.data ?? [];
  const empresa = opciones.find(({ id }) => String(id) === params.get('empresa')) ?? opciones[0];
  const switches = useSwitches(empresa?.id ?? null);
  const placas = usePlacas();
  const [abierto, setAbierto] = useState<Switch | 'nuevo' | null>(null);

  const nombre = empresa?.nombre ?? '';
  const columnas = useMemo(() => columnasDe(nombre), [nombre]);
  const sinEmpresa = empresas.isError || (empresas.isSuccess && !empresa);
  const filas = switches.data ?? (switches.isError || sinEmpresa ? [] : undefined);
  // Another company's list starts at its first page; the search and the order stay.
  const elegir = (id: string) =>
    setParams((previos) => {
      const next = new URLSearchParams(previos);
      next.set('empresa', id);
      next.delete('pagina');
      return next;
    });

  return (
    <Pagina titulo={textos.titulo} regresar={textos.regresar}>
      <Box maxW={{ sm: '22rem' }}>
        <Campo etiqueta={textos.empresa} deshabilitado={opciones.length === 0}>
          <Selector value={empresa?.id ?? ''} onChange={(evento) => elegir(evento.target.value)}>
            {opciones.map((opcion) => (
              <option key={opcion.id} value={opcion.id}>
                {opcion.nombre}
              </option>
            ))}
          </Selector>
        </Campo>
      </Box>
      <Tabla
        key={empresa?.id}
        nombre="switches"
        filas={filas}
        columnas={columnas}
        clave={({ id }) => id}
        vacio={textos.vacio}
        herramientas={
          <>
            <Button variant="outline" asChild>
              <Link to="/placas">
                <PinesIcon /> {textos.placas}
              </Link>
            </Button>
            <Button colorPalette="campo" disabled={!empresa} onClick={() => setAbierto('nuevo')}>
              <MasIcon /> {textos.nuevo}
            </Button>
          </>
        }
        acciones={(fila) => (
          <IconButton
            variant="ghost"
            size="sm"
            aria-label={textos.editar(fila.nombre)}
            onClick={() => setAbierto(fila)}
          >
            <LapizIcon />
          </IconButton>
        )}
      />
      {abierto && empresa && (
        <DialogoPanel
          uno={abierto === 'nuevo' ? null : abierto}
          guardado={abierto === 'nuevo' ? undefined : filas?.find(({ id }) => id === abierto.id)}
          empresa={empresa}
          switches={filas ?? []}
          placas={placas.data}
          onCerrar={() => setAbierto(null)}
        />
      )}
    </Pagina>
  );
}
