/** The children of the demonstration church, by family. All of them are invented. */
type DemoFamily = {
  last_name: string
  /** Telephone numbers or addresses that belong to nobody, or empty. */
  contact: string
  is_member: 0 | 1
  children: readonly DemoChild[]
}

type DemoChild = {
  first_name: string
  group: DemoGroup
  allergies?: string
  needs?: string
  notes?: string
  /** Nobody has asked for this child's birthday yet. */
  ageless?: true
  /** Came when the present term began. */
  joined?: true
  /** Has come to every class but the latest ones. */
  away?: true
  /** Was away like that, and has come again since. */
  back?: true
}

/** The class a child belongs to; a visitor belongs to none. */
export type DemoGroup = 'lambs' | 'explorers' | 'pathfinders' | 'youth' | 'visitor'

function family(
  last_name: string,
  contact: string,
  is_member: 0 | 1,
  ...children: readonly DemoChild[]
): DemoFamily {
  return { last_name, contact, is_member, children }
}

function inGroup(group: DemoGroup) {
  return (first_name: string, more: Omit<DemoChild, 'first_name' | 'group'> = {}): DemoChild => ({
    first_name,
    group,
    ...more,
  })
}

const lamb = inGroup('lambs')
const explorer = inGroup('explorers')
const pathfinder = inGroup('pathfinders')
const youth = inGroup('youth')
const visitor = inGroup('visitor')

export const DEMO_FAMILIES: readonly DemoFamily[] = [
  family('Abbott', '202 555 0101', 1, explorer('Clara'), pathfinder('Henry')),
  family('Acosta Vidal', 'rosa.acosta@example.org', 1, lamb('Martina'), explorer('Hugo')),
  family('Adeyemi', '202 555 0102', 1, pathfinder('Tobi'), youth('Folake')),
  family(
    'Álvarez Peña',
    'Inés Peña, 202 555 0103',
    1,
    lamb('Óscar', { allergies: 'Frutos secos. El autoinyector va en su mochila.' }),
    explorer('Valeria'),
  ),
  family('Andersson', '+46 70 174 0605', 1, explorer('Linnéa'), youth('Åke')),
  family('Bell', '202 555 0104', 0, lamb('Rosie', { joined: true })),
  family('Benítez', '202 555 0105', 1, pathfinder('Gael'), youth('Ximena')),
  family('Brooks', 'tanya.brooks@example.org', 1, explorer('Jasper', { needs: 'Wears a hearing aid.' })),
  family('Çelik', '202 555 0106', 1, explorer('Deniz'), pathfinder('Elif')),
  family('Chen', '202 555 0107', 1, lamb('Mei'), pathfinder('Lucas')),
  family(
    'Clarke',
    'Grandmother Joan, 202 555 0108',
    1,
    lamb('Teddy', { notes: 'Only his grandmother collects him.' }),
  ),
  family('Cruz Molina', '202 555 0109', 0, explorer('Alma', { joined: true }), pathfinder('Bruno')),
  family('DʼAngelo', '202 555 0110', 1, youth('Marco'), youth('Sofia')),
  family('Dubois', '', 0, lamb('Éloïse', { ageless: true, joined: true })),
  family('Edwards', '202 555 0111', 1, explorer('Poppy'), explorer('Finn', { away: true }), youth('Callum')),
  family('Fernández', 'luis.fernandez@example.org', 1, pathfinder('Adrián'), youth('Lucía')),
  family('Fitzgerald', '202 555 0112', 1, lamb('Nora'), pathfinder('Declan')),
  family(
    'García',
    'Marta García, 202 555 0113',
    1,
    lamb('Leo'),
    explorer('Sofía', { allergies: 'Lactosa' }),
    pathfinder('Mateo'),
  ),
  family('García Ñíguez', '202 555 0114', 1, explorer('Iñaki'), youth('Begoña')),
  family('Green', '202 555 0115', 0, pathfinder('Amelia'), youth('Theo')),
  family('Haddad', '202 555 0116', 1, lamb('Layla'), explorer('Samir', { back: true })),
  family('Hughes', 'owen.hughes@example.org', 1, pathfinder('Rhys'), youth('Megan')),
  family(
    'Ibáñez',
    '202 555 0117',
    1,
    lamb('Nico'),
    pathfinder('Julia', { needs: 'Asthma: her inhaler is in the front pocket of her bag.' }),
  ),
  family('Jensen', '202 555 0118', 1, explorer('Søren')),
  family('Johnson', '202 555 0119', 1, lamb('Ivy'), explorer('Miles'), youth('Zara')),
  family('Kowalczyk', '202 555 0120', 0, explorer('Łucja'), pathfinder('Jan', { joined: true })),
  family('López Núñez', 'carmen.lopez@example.org', 1, lamb('Emma'), pathfinder('Daniel')),
  family('Mbeki', '202 555 0121', 1, explorer('Thandi'), youth('Sipho')),
  family('Moreau', '202 555 0122', 0, pathfinder('Théo', { ageless: true })),
  family('Nguyen', '202 555 0123', 1, lamb('An'), explorer('Linh')),
  family('Ñáñez', '202 555 0124', 1, pathfinder('Ariel')),
  family(
    'OʼBrien',
    'Siobhán OʼBrien, 202 555 0125',
    1,
    explorer('Maeve'),
    pathfinder('Conor', { allergies: 'Gluten (coeliac): no bread or biscuits unless marked gluten-free.' }),
    youth('Aoife'),
  ),
  family('Okafor', '202 555 0126', 1, lamb('Ada'), explorer('Chidi')),
  family('Ortega', '202 555 0127', 1, lamb('Vera'), youth('Álex')),
  family('Patel', 'anita.patel@example.org', 0, explorer('Arjun'), pathfinder('Priya')),
  family('Quintero', '202 555 0128', 1, lamb('Simón', { joined: true }), pathfinder('Renata')),
  family('Ramírez', '202 555 0129', 1, explorer('Joaquín'), youth('Elena')),
  family(
    'Sanders',
    '202 555 0130',
    1,
    lamb('June'),
    pathfinder('Eli', { notes: 'Sits better near the door, and says so.' }),
  ),
  family('Thompson', '', 1, explorer('Grace'), youth('Isaac')),
  family('Ueda', '202 555 0131', 0, explorer('Yuki'), pathfinder('Haru')),
  family(
    'Vasquez',
    '202 555 0132',
    1,
    lamb('Luna', { allergies: 'Strawberries', needs: 'Talks little; shows on cards what she wants.' }),
    pathfinder('Diego'),
  ),
  family('Walsh', '202 555 0133', 0, visitor('Ronan', { notes: 'Visits his cousins, the OʼBriens.' })),
]
