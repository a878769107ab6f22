/** Programs chosen by hand. An entry that begins with `=` is a list of expressions to print. */
const written = String.raw`
=1, 1.5, -1, -0, 0, 1e15, 1e14, 99999999999999, 123456789012345, 0.1, 1/3, 2^53, 2^63, 1e100, -1e-7
=1/0, -1/0, 0/0, 0*-1, 10/2, 7/2, 2^-1, 2^0.5, (-8)^(1/3)
=5%3, -5%3, 5%-3, -5%-3, 5.5%2, -5.5%2, 5%0, 0%5, 5%(1/0), -5%(1/0), 5%(-1/0)
=0x10, 0xff, 0XAB, 0x1p4, 0x.8, 0x1.8p1, 0xffffffffffffffff, 0x7fffffffffffffff
=1e2, 1E2, 1e+2, 1e-2, .5, 5., 08, 1e308*10
="10"+5, "3"*"4", "0x10"+0, " 7 "+1, 10 .. 20, 1.5 .. "", -0 .. "", 1e15 .. ""
=1 .. 2 .. 3, "a" .. 1 + 2 .. "b", 2^3^2, -2^2, not nil == true, 1 .. 2 == "12"
=1 < 2, 2 <= 2, "a" < "b", "a" < "B", "" < "a", "a" < "aa", "Z" < "a", "\255" > "a", 1 == "1", 0 == -0
=nil == false, {} == {}, "a" == "a", 1 ~= 1, nil ~= nil
=nil and 1, false or 2, 1 and 2, nil or false, false and error("x"), 1 or error("x")
=not 0, not "", not nil, not not 1
=#"", #"abc", #"\0\0", #{}, #{1,2,3}, #{1,nil,3}, #{n=1}, #{nil,nil,3}
="\65\066\x41\u{41}\u{e9}\u{20ac}\u{1F600}", "a\z
   b", '\'', "\"", "\\", "\a\b\f\n\r\t\v", "\0001", [[x]], [==[a]]b]==], [[
first newline dropped]]
=("x").len, ("abc"):len(), ("abc").upper("q"), #("abc"):rep(3)
=type(nil), type(1), type("x"), type({}), type(print), type(type), type(string)
local r = type(print) return r
=select("#"), select("#", nil, nil), select(2, 1, 2, 3), select(-1, 1, 2, 3)
=(select(2, "a", "b", "c")), select(-2, "a", "b", "c")
local a, b, c = (function() return 1, 2, 3 end)() return a, b, c
local a, b, c = ((function() return 1, 2, 3 end)()) return a, b, c
local function f() return 1, 2 end local t = {f(), f()} return #t, t[1], t[2], t[3]
local function f() return 1, 2 end local t = {f(), (f())} return #t
local function f() return 1, 2 end local t = {f(), n = 5, f()} return #t, t.n
local function f(...) return select("#", ...), ... end local a, b, c, d = f(nil, 2, nil) return a, b, c, d
local function f(...) local a, b = ... return a, b end local x, y = f(1) return x, y
local function f(a, b) return a, b end local x, y, z = f(1, 2, 3) return x, y, z
local function f(...) return ... end local t = {f(1, nil, 3)} return #t
local function f(...) local t = {...} return #t end local n = f(1, 2, 3) return n
local a, b = 1 return a, b
local a, b = 1, 2 a, b = b, a return a, b
local i, t = 1, {} i, t[i] = i + 1, 20 return i, t[1], t[2]
local t = {1, 2} local i = 1 i, t[i], t[i + 1] = 2, "x", "y" return i, t[1], t[2]
local a, b, c = 0, 0, 0 a, b, c = (function() return 1, 2 end)() return a, b, c
local a = {} a.x, a.y = 1, 2, 3 return a.x, a.y
local t = {} t[1], t[1] = 1, 2 return t[1]
do local x = 1 end local ok, e = pcall(function() return x end) return ok, e
local x = 1 do local x = 2 end return x
local x = 1 local x = x + 1 return x
local function f(x) x = 2 return x end local x = 1 f(x) return x
local fs = {} for i = 1, 3 do fs[i] = function() i = i + 1 return i end end return fs[1](), fs[1](), fs[2](), (fs[3]())
local fs = {} for _, v in ipairs({5, 6}) do fs[#fs + 1] = function() return v end end local a, b = fs[1](), fs[2]() return a, b
local fs, i = {}, 1 while i <= 2 do local j = i fs[i] = function() j = j + 1 return j end i = i + 1 end local a, b, c = fs[1](), fs[1](), fs[2]() return a, b, c
local fs = {} repeat local k = #fs fs[#fs + 1] = function() return k end until k == 2 local a, b = fs[1](), fs[3]() return a, b
local function counter() local n = 0 return function() n = n + 1 return n end, function() return n end end local inc, get = counter() inc() inc() local r = get() return r
local function outer() local x = 1 local function mid() local function inner() x = x + 1 return x end return inner end return mid() end local f = outer() f() local r = f() return r
local function f() return f end local r = f() == f return r
local f = function() return f end local ok, e = pcall(f) return ok, e
local function fact(n) if n <= 1 then return 1 end return n * fact(n - 1) end local r = fact(20) return r
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end local r = fib(15) return r
local function loop(n) if n == 0 then return "done" end return loop(n - 1) end local r = loop(5000) return r
local function even(n) if n == 0 then return true end return odd(n - 1) end local ok, e = pcall(even, 1) return ok, e
local even, odd function even(n) if n == 0 then return true end return odd(n - 1) end function odd(n) if n == 0 then return false end return even(n - 1) end local r = even(301) return r
local s = 0 for i = 1, 10 do s = s + i end return s
local s = "" for i = 10, 1, -3 do s = s .. i .. " " end return s
local s = "" for i = 1, 2, 0.25 do s = s .. i .. " " end return s
local s = "" for i = 1, 0 do s = s .. i end return s
local s = "" for i = 0.1, 1, 0.1 do s = s .. i .. " " end return s
local s = "" for i = "1", "3" do s = s .. i end return s
for i = 1, 3 do local x = i i = 10 end return 1
local n = 0 for i = 1, 3 do for j = 1, 3 do if j == 2 then break end n = n + 1 end end return n
local s = "" for i = 1, 5 do if i % 2 == 0 then goto continue end s = s .. i ::continue:: end return s
local i = 1 ::top:: if i < 5 then i = i + 1 goto top end return i
do goto done end ::done:: return 1
for i = 1, 2 do for j = 1, 2 do if j == 2 then goto next_i end end ::next_i:: end return 1
goto f local x ::f:: return x
goto f local x ::f::
do goto f local x ::f:: end return 1
repeat goto c local z = 1 ::c:: until z
repeat local z = 1 if z then goto c end ::c:: until z
::a:: ::a::
do ::a:: end ::a:: return 1
do goto a end do ::a:: end
local goto = 1 return goto
break
while true do break end return 1
repeat local x = true until x return x
local x = 0 repeat local y = x x = x + 1 until y >= 3 return x
while nil do end while false do end return 1
local n = 0 while true do n = n + 1 if n > 5 then break end end return n
if nil then return 1 elseif false then return 2 else return 3 end
if 0 then return "zero is true" end
local t = {10, 20, 30, nil} local s = 0 for i, v in ipairs(t) do s = s + i * v end return s
local s = "" for i, v in ipairs({1, 2, nil, 4}) do s = s .. v end return s
local t = {} for k, v in pairs({a = 1}) do t[#t + 1] = k .. v end return t[1]
local n = 0 for k, v in pairs({1, 2, 3, x = 1, y = 2}) do n = n + 1 end return n
local t = {1, 2, 3, a = 1, b = 2} for k in pairs(t) do t[k] = nil end local n = 0 for _ in pairs(t) do n = n + 1 end return n
local s = 0 for k, v in pairs({10, 20, 30}) do s = s * 10 + k end return s
local function it(s, c) if c < s then return c + 1, c * 2 end end local r = "" for a, b in it, 3, 0 do r = r .. a .. b end return r
for a in nil do end
for a in 5 do end
for a in {} do end
local t = {} for a in t do end
local t = {} for a in t.x do end
for i = "a", 2 do end
for i = 1, {} do end
for i = 1, 2, "z" do end
for i = nil, 2 do end
local t = {[1] = "a", [2] = "b", "c"} return t[1], t[2], #t
local t = {"x", [1] = "y"} return t[1]
local t = {[1.0] = 1, [2^0 * 2] = 2} return t[1], t[2], #t
local t = {} t[1.5] = "h" t[-1] = "n" t[0] = "z" return t[1.5], t[-1], t[0], #t
local t = {} t[-0] = "z" return t[0]
local t = {} t["1"] = "s" t[1] = "n" return t["1"], t[1]
local t = {} t[true] = 1 t[false] = 2 return t[true], t[false]
local t, k = {}, {} t[k] = 1 return t[k], t[{}]
local t = {} t.x = 1 t.x = nil return t.x
local t = {1, 2, 3} t[#t + 1] = 4 t[#t] = nil return #t
local t = {1, 2, 3} t[5] = 5 t[4] = 4 return #t
local t = {} t[3] = 3 t[2] = 2 t[1] = 1 return #t
local t = {n = {m = {k = "deep"}}} return t.n.m.k, t["n"]["m"].k
local t = {f = function(self, x) return self.v + x end, v = 10} local r = t:f(5) return r
local t = {} function t.a(x) return x end function t:b(x) return self == t, x end local a, b, c = t.a(1), t:b(2) return a, b, c
local t = {a = {}} function t.a.f() return "f" end function t.a:g() return self == t.a end local x, y = t.a.f(), t.a:g() return x, y
local t = {{1, 2}, {3, 4}; x = 1,} return t[2][1], t.x
local t = {nil} return #t, t[1]
local t = {} t[nil] = 1
local t = {} t[0/0] = 1
local t = {[nil] = 1}
local t = {[0/0] = 1}
return ({})[nil]
=tostring(nil), tostring(true), tostring(12), tostring("x"), tostring(-0), tostring(1e300)
=tonumber("10"), tonumber("  10  "), tonumber("10a"), tonumber("1e1"), tonumber("0x1F"), tonumber(""), tonumber(nil)
=tonumber("10", 2), tonumber("ff", 16), tonumber("zz", 36), tonumber("8", 8), tonumber("7", 8), tonumber(" 11 ", 2), tonumber("1.5", 10)
=tonumber("-ff", 16), tonumber("0xff", 16), tonumber("1e1", 16), tonumber({}), tonumber(true), tonumber("99999999999999999999", 10), tonumber(10, 16)
local a = tonumber("1", 1)
local a = tonumber("1", 37)
local a = tonumber()
local a = tonumber({}, 10)
local a = tonumber({}, 16)
local a = tostring()
local a = type()
local a = ipairs()
local a = ipairs(nil)
local a = ipairs("x")
local a = pairs(nil)
local a = pairs("x")
local a = select(0)
local a = select(-5, 1)
local a = select("x")
local a = select()
local a = select({})
=pcall(error), pcall(error, "x"), pcall(error, nil)
local a, b = pcall(error, "x", 0) return a, b
local a, b = pcall(error, {}) return a, b
local a, b = pcall(function() error("m") end) return a, b
local a, b = pcall(function() error("m", 0) end) return a, b
local a, b = pcall(function() error("m", 2) end) return a, b
local a, b = pcall(function() error({code = 5}) end) return a, b.code
local a, b = pcall(function() error() end) return a, b
local a, b = pcall(function() error(nil) end) return a, b
local a, b = pcall(function() error(42) end) return a, b
local a, b = pcall(function() error(true) end) return a, b
local function f() error("deep", 2) end local a, b = pcall(function() f() end) return a, b
local function f() error("deep", 3) end local function g() f() end local a, b = pcall(function()
  g() end) return a, b
local a, b, c = pcall(function(...) return ... end, 1, 2) return a, b, c
local a, b = pcall(pcall, error, "x") return a, b
local a, b, c = pcall(pcall, error, "x") return a, b, c
local a, b = pcall(nil) return a, b
local a, b = pcall(5) return a, b
local a, b = pcall({}) return a, b
local a = pcall()
local a, b = pcall(string.rep) return a
local a, b = pcall(function() local x = nil; x.y = 1 end) return a, b
local ok, e = pcall(function() local t = {} return t.a.b end) return ok, e
error("top")
error("top", 0)
error("top", 2)
error({})
error(nil)
error()
error(5)
error(true)

error("line 2")
local x =
  nil
local y = x.z
assert(false)
assert(nil)
assert(false, "msg")
assert(nil, {})
assert()
=assert(1), assert("a", "b"), assert(true, 2, 3)
local a a.b = 1
local a = {} a.b.c = 1
local a = {} local x = a.b.c
local t = {} local x = t[1].x
local t, k = {}, 1 local x = t[k].x
local x = (nil).y
local x = (1).y
local x = true.y
local a local function f() return a.x end local r = f()
local a = {} a()
local a = {} a.b()
local a = {} a:b()
local a a:b()
local a = {} a.b.c()
local a = {} a.b:c()
(nil)()
("x")()
local s = "x" s()
local s = "x" s:nomethod()
local s = "x" s.y = 1
local s = "x" local y = s.y return y
local s = "x" local y = s.y.z
nofn()
nofn.x = 1
local x = nofn
local x = nofn.y
nofn:z()
string.nofn()
local x = string.nofn.y
math.sqrt(4)
x = 1 return x
x = nil return x
x = 1 x = x + 1 y = x return x, y
function f() return "global" end local r = f() return r
local x = 1 + nil
local x = nil + 1
local x = {} + 1
local x = 1 + {}
local x = "a" + 1
local x = 1 + "a"
local x = "a" + "b"
local x = "x" - {}
local a local x = a + 1
local a = {} local x = a.b + 1
local a = {} local x = 1 * a.b
local a = {} local x = a.b.c + 1
local a local x = -a
local x = -{}
local x = -"a"
local x = -"2" return x
local x = nil .. "a"
local x = "a" .. nil
local x = "a" .. {}
local x = "a" .. {} .. "b"
local x = "a" .. true
local a local x = "v: " .. a
local a = {} local x = "v: " .. a.b .. "!"
local x = 1 < "2"
local x = "1" < 2
local x = {} < {}
local x = nil < 1
local x = 1 < nil
local x = 1 > nil
local x = 1 >= nil
local x = nil > nil
local x = true < false
local x = {} < 1
local x = 1 <= {}
local x = "a" >= {}
local x = print < type
local x = #5
local x = #nil
local x = #true
local a local x = #a
local a = {} local x = #a.b
local function f() return 1 .. nil end local r = f()
=("hello"):sub(2), ("hello"):sub(2, 3), ("hello"):sub(-3), ("hello"):sub(-3, -2), ("hello"):sub(0), ("hello"):sub(10), ("hello"):sub(3, 2), ("hello"):sub(-100, 100), ("hello"):sub(2.7)
=("abc"):byte(), ("abc"):byte(2), ("abc"):byte(-1), ("abc"):byte(10), ("abc"):byte(0)
local a, b, c, d = ("abc"):byte(1, -1) return a, b, c, d
=string.char(), string.char(72, 105), string.char(0, 255), string.char("65")
=("x"):rep(0), ("x"):rep(-1), ("ab"):rep(3), ("ab"):rep(3, "-"), ("ab"):rep(1, "-"), (""):rep(5), ("x"):rep(2.9)
=("aBc"):upper(), ("aBc"):lower(), ("abc"):reverse(), (""):reverse(), ("é"):upper(), ("ÀB"):lower(), string.len("é")
=string.len(5), string.upper(5), string.rep(5, 2), string.sub(12345, 2, 3), string.reverse(123)
local a = string.rep()
local a = string.rep("x")
local a = string.rep("x", {})
local a = string.rep("x", "y")
local a = string.upper()
local a = string.upper(nil)
local a = string.upper({})
local a = ("x"):rep()
local a = ("x"):rep({})
local a = ("x"):sub()
local a = ("x"):sub("y")
local a = string.char(256)
local a = string.char(-1)
local a = string.char("x")
local a = string.byte()
local a = string.byte("x", {})
local a = string.find()
local a = string.find("x")
local a = string.find("x", nil)
local a = string.gsub("x", "x")
local a = string.gsub("x", "x", nil)
local a = string.gsub("x", "x", true)
local a = string.gsub("x", "x", function() return {} end)
local a = string.gsub("x", "x", {x = {}})
local a = string.gsub("x", "x", "%2")
local a = string.format()
local a = string.format("%d")
local a = string.format("%d", "x")
local a = string.format("%d", nil)
local a = string.format("%s")
local a = string.format("%y", 1)
local a = string.format("%")
local a = string.format("%10")
local a = string.format("%123d", 1)
local a = string.format("%.123f", 1)
local a = string.format("%c", "x")
local a = string.format("%q", nil)
local a = string.format("%q", {})
local f = string.rep local a = f()
local t = {f = string.rep} local a = t.f("x", {})
=("hello world"):find("wor"), ("hello"):find("l"), ("hello"):find("l", 4), ("hello"):find("xyz"), ("hello"):find(""), ("hello"):find("", 10), ("hello"):find("", 6)
=("a.b"):find(".", 1, true), ("a.b"):find("%."), ("a+b"):find("+", 1, true), ("abc"):find("b", -2), ("abc"):find("b", -1)
=("key = value"):match("(%w+)%s*=%s*(%w+)")
=("2024-01-31"):match("(%d+)-(%d+)-(%d+)")
=("hello"):match("l+"), ("hello"):match("(h)(e)(l+)"), ("hello"):match("()ll()"), ("hello"):match("x"), ("  trim  "):match("^%s*(.-)%s*$")
=("abc"):match("^b"), ("abc"):match("b", 2), ("abc"):match("^b", 2), ("abc"):match("c$"), ("a$c"):match("$c"), ("a^c"):match("a^")
=("f(a(b)c)d"):match("%b()"), ("THE (quick) fox"):find("%((%a+)%)"), ("x=[[y]]"):match("%[%[(.-)%]%]")
=("hello world"):gsub("o", "0"), ("hello"):gsub("", "-"), ("abc"):gsub("%w", "%0%0"), ("abc"):gsub(".", {a = "1", b = true})
=("hello world"):gsub("(%w+) (%w+)", "%2 %1"), ("abc"):gsub("b", "%%"), ("abc"):gsub("b", "")
=("abc def"):gsub("%w+", string.upper), ("abc"):gsub("%w", function(c) if c == "b" then return nil end return c .. c end)
=("aaa"):gsub("a", "b", 2), ("aaa"):gsub("a", "b", 0), ("aaa"):gsub("^a", "b"), ("abc"):gsub("$", "!"), ("a b c"):gsub(" *", "-")
=("$name is $age"):gsub("%$(%w+)", {name = "Bob", age = 42})
local r = "" for w in ("one two three"):gmatch("%a+") do r = r .. w .. "," end return r
local r = "" for k, v in ("a=1, b=2"):gmatch("(%w+)=(%w+)") do r = r .. k .. v end return r
local r = "" for p in ("abc"):gmatch("()") do r = r .. p end return r
local r = "" for m in ("abc"):gmatch("") do r = r .. "x" end return r
local r = "" for m in ("aab"):gmatch("^a") do r = r .. m end return r
local r = "" for m in ("aXbX"):gmatch("(.-)X") do r = r .. m .. "|" end return r
=("THE (quick) fox"):gsub("%f[%a]%a+", "<%0>"), ("a\0b"):find("\0"), ("a\0b"):match("%z"), ("a\0b"):gsub("%z", "0")
=("[test]"):match("[[](.-)[]]"), ("a-b"):match("[a-]+"), ("a]b"):match("[]]"), ("a^b"):match("[%^]"), ("x-1"):match("[+-]")
=("äöü"):len(), ("äöü"):sub(1, 2), ("äöü"):upper(), ("ä"):byte(1, -1)
=("abcabc"):match("(a)(b)c%1%2"), ("aa"):match("(.)%1"), ("ab"):match("(.)%1")
local a = ("x"):find("[")
local a = ("x"):find("[a")
local a = ("x"):find("[%")
local a = ("x"):find("%")
local a = ("x"):find("(")
local a = ("x"):find("(x")
local a = ("x"):find("x)")
local a = ("x"):find("%b")
local a = ("x"):find("%bx")
local a = ("x"):find("%f")
local a = ("x"):find("%1")
local a = ("x"):find("(%1)")
local a = ("x"):match("%0")
local a = ("x"):find(("(x)"):rep(33))
local a = (("x"):rep(300)):find(("x?"):rep(300) .. "y")
=("%d %i %u"):format(3.7, -3.7, 42), ("%5d|%-5d|%05d|%+d|% d"):format(1, 2, 3, 4, 5)
=("%x %X %#x %o %#o"):format(255, 255, 255, 8, 8), ("%c%c"):format(72, 105), ("%x"):format(-1)
=("%f %.2f %10.3f|%-10.1f|"):format(1.5, 2.345, 3.14159, 2.5), ("%e %.2E"):format(12345.678, 0.00012), ("%g %g %g %G"):format(0.0001, 1e20, 100000, 1e-10)
=("%s %s %s"):format(nil, true, 12), ("%10s|%-10s|%.2s"):format("a", "b", "abc"), ("%5s%%"):format(50)
=("%q"):format('a "quoted" \\ string\nnew\0line\r'), ("%q"):format(1/3), ("%q"):format("\0011")
=("%a"):format(1), ("%a"):format(0.5), ("%a"):format(-3.75), ("%.3a"):format(1/3), ("%A"):format(255), ("%a"):format(0)
=("%5.1f"):format(2.25), ("%.0f"):format(0.5), ("%.0f"):format(1.5), ("%.3f"):format(2.0005), ("%.2f"):format(1e15), ("%.1f"):format(1e22)
=("%d"):format("10"), ("%s"):format("x"), ("%5c|"):format(65), ("%i"):format(-0.5), ("%.3d"):format(5), ("%+.3d"):format(5)
=("%f"):format(1/0), ("%5.1f|"):format(-1/0), ("%d"):format(2^53), ("%d"):format(-2^53), ("%x"):format(2^40), ("%g"):format(0/0)
=("%14.14g"):format(math.pi), ("%.17g"):format(0.1), ("%.20f"):format(0.1), ("%#.3g"):format(1), ("%g"):format(123456789)
=table.concat({}), table.concat({1, 2, 3}), table.concat({1, 2, 3}, ", "), table.concat({1, 2, 3}, "-", 2), table.concat({1, 2, 3}, "-", 2, 3), table.concat({1.5, "x"}, 1)
local a = table.concat({1, {}, 3})
local a = table.concat({1, nil, 3}, ",", 1, 3)
local a = table.concat({true})
local a = table.concat()
local a = table.concat({}, {})
local a = table.concat({1}, ",", 1, 2)
local t = {1, 2, 3} table.insert(t, 4) table.insert(t, 1, 0) return table.concat(t, ","), #t
local t = {} table.insert(t, "a") table.insert(t, 5, "b") return #t, t[5]
local t = {1, 2, 3} local r = table.remove(t) return r, #t
local t = {1, 2, 3} local r = table.remove(t, 1) return r, table.concat(t, ",")
local t = {} local r = table.remove(t) return r, #t
local t = {1} local r = table.remove(t, 5) return r, #t
table.insert({}, 1, 2, 3)
table.insert({})
table.insert(nil, 1)
table.insert({}, "x", 1)
table.insert(5, 5)
table.remove(nil)
table.remove({}, "x")
local t = {5, 2, 8, 1, 9} table.sort(t) return table.concat(t, " ")
local t = {"banana", "apple", "Cherry"} table.sort(t) return table.concat(t, " ")
local t = {5, 2, 8, 1, 9} table.sort(t, function(a, b) return a > b end) return table.concat(t, " ")
local t = {} for i = 1, 100 do t[i] = (i * 37) % 101 end table.sort(t) for i = 2, 100 do assert(t[i - 1] <= t[i]) end return t[1], t[100]
local t = {} for i = 1, 40 do t[i] = {k = i % 3, i = i} end table.sort(t, function(a, b) return a.k < b.k end) local r = "" for i = 1, 40 do r = r .. t[i].i .. " " end return r
table.sort({3, 1, "x"})
table.sort({1, 2, 3}, 5)
table.sort({1, 2, 3, 4, 5}, function() return true end)
table.sort({{}, {}})
table.sort({1, nil, 3})
table.sort()
=table.maxn({1, 2, [10] = 3}), table.maxn({}), table.getn({1, 2}), table.unpack({1, 2, 3})
=table.unpack({1, 2, 3}, 2), table.unpack({1, nil, 3}, 1, 3)
local a = table.unpack()
local a = table.unpack({}, 1, 1e7)
local n = 0 table.foreach({1, 2, x = 3}, function(k, v) n = n + v end) return n
local r = table.foreachi({5, 6, 7}, function(i, v) if v == 6 then return i end end) return r
=math.abs(-3), math.ceil(1.2), math.ceil(-1.2), math.floor(1.8), math.floor(-1.2), math.max(1, 5, 3), math.min(4, 2), math.round(2.7), math.pi
=math.floor("3.7"), math.max("2", 1), math.max(0/0, 1) ~= 1, math.abs(-0), math.ceil(-0.5), math.floor(1e300)
local a = math.floor()
local a = math.floor("x")
local a = math.floor({})
local a = math.max()
local a = math.max(1, "x")
local a = math.abs(nil)
math.randomseed(1) local a = math.random() return a >= 0 and a < 1
math.randomseed(1) local a = math.random(5) return a >= 1 and a <= 5
local a = math.random("x")
=os.time({year = 2000, month = 1, day = 1, hour = 12}) - os.time({year = 2000, month = 1, day = 1, hour = 0}), os.difftime(5, 3)
=os.date("!%Y-%m-%d %H:%M:%S", 0), os.date("!%A %B %d %j %p %I", 86400 * 45), os.date("!%c", 1e9), os.date("!%x %X %y", 1e9)
=os.date("!*t", 0).year, os.date("!*t", 0).wday, os.date("!*t", 0).yday, os.date("!*t", 0).isdst, os.date("!*t", 86400 * 59).month
=os.date("!%a %b %e %U %w %W %V %G %u", 1e9), os.date("!%D %F %R %T %r %C %h %n %t %%", 1e9)
local a = os.time({})
local a = os.time({year = 2000})
local a = os.time({year = 2000, month = 1})
local a = os.time("x")
local a = os.date({})
local a = os.difftime()
x = = 1
x = 
x
x.y
x y
local
local = 5
local x =
local x <const> = 1
local function
local function f
local function f(
local function f()
local function f() return
function f() end end
function 1() end
function f.1() end
function a.b:c.d() end
function f(a, ) end
function f(1) end
function f(..., a) end
if
if x
if x then
if x then else
if x then elseif
if x then else else end
if x = 1 then end
while
while x
while x do
for
for i
for i =
for i = 1
for i = 1, 2
for i = 1, 2 do
for i = 1 do end
for i, j = 1, 2 do end
for 1 = 1, 2 do end
for i in
for i in x
for i, in x do end
for i.x in y do end
repeat
repeat x = 1
repeat until
do
do x = 1
end
else
elseif
until
then
return 1,
return 1 2
return return
return 1; x = 1
return 1; return 2
break 1
goto
goto 1
goto x
::
::x
::x:
f(
f(1
f(1,
f(1,)
f(1 2)
f)
f()()(
f() = 1
f().x = 1 g() = 2
(f) = 1
(a).b = 1 (c) = 2
a, b
a, b =
a, f() = 1, 2
a.b:c = 1
a:b
a:b.c()
a:
a.
a..b
a[
a[1
a[]
a[1]
t = {
t = {1
t = {1,
t = {1, 2
t = {1 2}
t = {a=}
t = {=1}
t = {[1}
t = {[1]}
t = {[1]=}
t = {,}
x = 'abc
x = "abc
x = "abc'
x = 'a\q'
x = '\300'
x = '\xZZ'
x = '\u{110000}'
x = '\u{zz}'
x = '\u{41'
x = [[abc
x = [==[abc]]
x = [=abc
--[[ abc
-- abc
x = 3x
x = 0x
x = 0xg
x = 1..2
x = 1e
x = 1e+
x = 1.2.3
x = 08.5 return x
x = @
x = $
x = !
x = a ! b
x != 1
x ~ 1
x += 1
x = a // b
x = a & b
x = a | b
x = a << 1
x = ~1
x = a ? b : c
x = a b
x = #
x = not
x = -
x = 1 +
x = 1 + * 2
x = (1
x = (1))
x = ()
x = (1, 2)
x = ...
function f() return ... end
local f = function(...) return ... end return f(1)
x = function
x = function(
x = function()
x = function() end end
x = {} {}
x = 1 1
"x"
"x":upper()
1
{}
nil
nil = 1
true = 1
x = 1; ; y = 2
;
x = 1;
f
(x)
f -- call
(x)
x = y "z" return 1
and
x and y
x = and
x = 1 and
print "x" "y" = 1
x = a.b["c"].d() .e return
local a <close> = 1
a.end = 1
x = {end = 1}
continue
return
do return end
do return end x = 1
if true then return end local x = 1 return x
local t = {} t.a, t.b = 1 return t.a, t.b
local t = setmetatable
local n = next
local n = unpack
local n = _G
local n = require
local n = io
local n = string.dump return n
local n = os.getenv return n
local n = math.huge return n
=_VERSION, utf8
local x <const>
`;

function toProgram(entry: string): string {
  if (!entry.startsWith("=")) return entry;
  return `local function all(...) return ... end return (function(...) return ... end)(${entry.slice(1)})`;
}

/** An entry goes on over lines that are indented or that follow an unfinished one listed here. */
const joined = new Set(["f", "f -- call", "x = "]);

/** The programs, one per entry. */
export function handWrittenPrograms(): string[] {
  const entries: string[] = [];
  for (const line of written.split("\n")) {
    const last = entries[entries.length - 1];
    const continues =
      last !== undefined &&
      (/^\s+\S/.test(line) || (joined.has(last) && line === "(x)") || line.startsWith("first newline") || line === "local y = x.z");
    if (continues) entries[entries.length - 1] = `${last}\n${line}`;
    else if (line !== "") entries.push(line);
  }
  return [...new Set(entries)].map(toProgram);
}
