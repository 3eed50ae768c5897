/** Why a save is refused. */
export const texts = {
  noSuchEmpresa: 'No hay ninguna empresa con ese nombre',
  nameEmpresa: 'Escribe el nombre de la empresa',
  chooseEmpresa: 'Elige la empresa del usuario',
  whoseTarifas: 'Elige una empresa',
  grantsOfEmpresa: 'Solo se asignan los de una empresa',
  suspendedByGlobal:
    'Un administrador global suspendió a esta persona: solo un administrador global puede reactivarla.',
  passwordMissing: 'La contraseña es obligatoria',
  passwordPersonal: 'La contraseña se parece a tu nombre, tu correo o tu empresa. Elige otra.',
} as const;
