import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/each-database.ts'
import { DAY, type IdentityHouse, openIdentityHouse, RUTH } from '../../testing/identity-house.ts'

eachDatabase((database) => {
  let house: IdentityHouse

  beforeAll(async () => {
    house = await openIdentityHouse(database)
  })
  beforeEach(() => house.startAnew())
  afterAll(() => house.close())

  const wrong = async (username = RUTH.email) => (await house.signIn(username, 'Wrong-Password-1')).message

  test.each([RUTH.email, 'orpah@example.org'])(
    'five wrong passwords make sign-in pause, for %s as for anybody',
    async (username) => {
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        expect(await wrong(username)).toBe('Incorrect username or password.')
      }
      expect(await wrong(username)).toBe('Password attempts exceeded')
    },
  )

  test('the right password is refused during the pause and good after it', async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await wrong()
    }
    expect((await house.signIn()).message).toBe('Password attempts exceeded')
    house.wait(1000)
    expect((await house.signIn()).AuthenticationResult).toBeDefined()
    expect(await wrong()).toBe('Incorrect username or password.')
  })

  test('every further wrong password doubles the pause, up to a quarter of an hour', async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await wrong()
    }
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      house.wait(seconds * 1000 - 1)
      expect(await wrong()).toBe('Password attempts exceeded')
      house.wait(1)
      expect(await wrong()).toBe('Incorrect username or password.')
    }
  })

  test('a day of peace lets all be forgotten', async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await wrong()
    }
    house.wait(DAY)
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await wrong()).toBe('Incorrect username or password.')
    }
  })

  test('many names tried from one address make the address pause, for every name', async () => {
    for (let attempt = 1; attempt <= 50; attempt += 1) {
      expect(await wrong(`name-${attempt}@example.org`)).toBe('Incorrect username or password.')
    }
    expect(await wrong('another@example.org')).toBe('Password attempts exceeded')
    expect((await house.signIn()).message).toBe('Password attempts exceeded')
  })

  test('guesses made at the same moment are all counted', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => wrong()))
    expect(answers.filter((message) => message === 'Incorrect username or password.')).toHaveLength(5)
  })
})
