/** Addresses of the pages of an empresa, placa, switch, usuario and dispositivo, for administrators. */

export const empresaAddress = (id: number): string => `/empresas/${id}/resumen`;

export const firstStepsAddress = (empresaId: number): string => `/alta?empresa=${empresaId}`;

interface OfEmpresa {
  id: number;
  empresa_id: number;
}

/** Of its page. */
export const boardAddress = ({ id }: { id: number }): string => `/placas/${id}`;

/** A glance at it over the list, where only its id is known. */
export const placaAddress = ({ placa_id, empresa_id }: { placa_id: number; empresa_id: number }): string =>
  `/placas?empresa=${empresa_id}&placa=${placa_id}`;

export const switchAddress = ({ id, empresa_id }: OfEmpresa): string => `/switches/${id}?empresa=${empresa_id}`;

export const switchesAddress = (empresaId: number): string => `/switches?empresa=${empresaId}`;

/** An empty company: an admin_global without a company is in no company's list. */
export const usuarioAddress = ({ id, empresa_id }: { id: number; empresa_id: number | null }): string =>
  `/usuarios?empresa=${empresa_id ?? ''}&id=${id}`;

export const dispositivoAddress = ({ id }: { id: number }): string => `/dispositivos/${id}`;

/** Opens its form in the list. */
export const dispositivoFormAddress = ({ id, empresa_id }: OfEmpresa): string =>
  `/dispositivos?empresa=${empresa_id}&id=${id}`;

/** The list of one company, or of all. */
export const dispositivosAddress = (empresaId: number | null): string =>
  empresaId === null ? '/dispositivos' : `/dispositivos?empresa=${empresaId}`;

export const comandosOfDispositivo = ({ id, empresa_id }: OfEmpresa): string =>
  `/comandos?empresa=${empresa_id}&dispositivo=${id}`;

export const puntoAddress = ({ id, empresa_id }: OfEmpresa): string => `/puntos/${id}?empresa=${empresa_id}`;

export const puntosAddress = (empresaId: number): string => `/puntos?empresa=${empresaId}`;
