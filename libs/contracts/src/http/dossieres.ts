import { z } from 'zod';
import { Dossier, WholeDossier, DossierCsvQuery, DossierSave } from '../dossier.js';
import { ADMINS, DeEmpresa, PorId, type RouteDefinition } from './route.js';

export const dossieres = {
  'dossieres.listar': {
    method: 'GET',
    path: '/dossieres',
    access: ADMINS,
    status: 200,
    resumen: 'Dossieres de cada mes, con la huella SHA-256 de sus cifras; los más nuevos primero',
    call: 'dossieres.listar',
    query: DeEmpresa,
    response: z.array(Dossier),
  },
  'dossieres.hacer': {
    method: 'POST',
    path: '/dossieres',
    access: ADMINS,
    status: 200,
    resumen: 'Hacer de nuevo el dossier de un mes que terminó; con las mismas cifras es el mismo',
    call: 'dossieres.hacer',
    body: DossierSave,
    response: Dossier,
  },
  'dossieres.leer': {
    method: 'GET',
    path: '/dossieres/:id',
    access: ADMINS,
    status: 200,
    resumen: 'Las cifras de un dossier',
    call: 'dossieres.leer',
    params: PorId,
    response: WholeDossier,
  },
  'dossieres.pdf': {
    method: 'GET',
    path: '/dossieres/:id/pdf',
    access: ADMINS,
    status: 200,
    resumen: 'Un dossier, PDF',
    params: PorId,
    response: 'application/pdf',
  },
  'dossieres.csv': {
    method: 'GET',
    path: '/dossieres/:id/csv',
    access: ADMINS,
    status: 200,
    resumen: 'Una tabla de un dossier, CSV',
    params: PorId,
    query: DossierCsvQuery,
    response: 'text/csv',
  },
} as const satisfies Record<string, RouteDefinition>;
