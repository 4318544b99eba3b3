# Time#strftime: directives, flags, widths; to_s and inspect.
t = Time.utc(2024, 2, 29, 13, 5, 9, 7)
%w[%Y %C %y %m %B %b %h %^B %^b %#b %d %-d %_d %e %j %-j %H %k %I %l %M %S %L %3N %6N %N %12N %P %p %#p %z %:z %::z %:::z %Z %#Z %A %a %^a %u %w %G %g %V %U %W %s %n %t %% %c %D %F %v %x %X %r %R %T %+ %10Y %-10Y %010d %_10d %10A %-m/%-d/%-y %010A %^10a %Q %E %Ey %Od %Ez %10z %_10z %-z %010z].each { |f| p [f, t.strftime(f), (t.getlocal("-03:30")).strftime(f)] }
p t.inspect, t.to_s, t.getlocal("+05:30").inspect, t.ctime, Time.at(Rational(1, 3)).utc.inspect, Time.utc(-1, 1, 1).to_s, Time.utc(12345).to_s
p Time.utc(0).strftime("%Y %C %y"), Time.utc(-1).strftime("%Y %C %y %s"), Time.utc(2021, 1, 1).strftime("%G-%V %g %U %W %j"), Time.utc(2020, 12, 31).strftime("%G-%V"), Time.utc(2024, 12, 30).strftime("%G-%V")
p "a=1" =~ /=/, t.strftime("%d"), $~[0], Time.at(0, in: "+01:00").hour, $~[0]
# expect: ["%Y", "2024", "2024"]
# expect: ["%C", "20", "20"]
# expect: ["%y", "24", "24"]
# expect: ["%m", "02", "02"]
# expect: ["%B", "February", "February"]
# expect: ["%b", "Feb", "Feb"]
# expect: ["%h", "Feb", "Feb"]
# expect: ["%^B", "FEBRUARY", "FEBRUARY"]
# expect: ["%^b", "FEB", "FEB"]
# expect: ["%#b", "FEB", "FEB"]
# expect: ["%d", "29", "29"]
# expect: ["%-d", "29", "29"]
# expect: ["%_d", "29", "29"]
# expect: ["%e", "29", "29"]
# expect: ["%j", "060", "060"]
# expect: ["%-j", "60", "60"]
# expect: ["%H", "13", "09"]
# expect: ["%k", "13", " 9"]
# expect: ["%I", "01", "09"]
# expect: ["%l", " 1", " 9"]
# expect: ["%M", "05", "35"]
# expect: ["%S", "09", "09"]
# expect: ["%L", "000", "000"]
# expect: ["%3N", "000", "000"]
# expect: ["%6N", "000007", "000007"]
# expect: ["%N", "000007000", "000007000"]
# expect: ["%12N", "000007000000", "000007000000"]
# expect: ["%P", "pm", "am"]
# expect: ["%p", "PM", "AM"]
# expect: ["%#p", "pm", "am"]
# expect: ["%z", "+0000", "-0330"]
# expect: ["%:z", "+00:00", "-03:30"]
# expect: ["%::z", "+00:00:00", "-03:30:00"]
# expect: ["%:::z", "+00", "-03:30"]
# expect: ["%Z", "UTC", ""]
# expect: ["%#Z", "utc", ""]
# expect: ["%A", "Thursday", "Thursday"]
# expect: ["%a", "Thu", "Thu"]
# expect: ["%^a", "THU", "THU"]
# expect: ["%u", "4", "4"]
# expect: ["%w", "4", "4"]
# expect: ["%G", "2024", "2024"]
# expect: ["%g", "24", "24"]
# expect: ["%V", "09", "09"]
# expect: ["%U", "08", "08"]
# expect: ["%W", "09", "09"]
# expect: ["%s", "1709211909", "1709211909"]
# expect: ["%n", "\n", "\n"]
# expect: ["%t", "\t", "\t"]
# expect: ["%%", "%", "%"]
# expect: ["%c", "Thu Feb 29 13:05:09 2024", "Thu Feb 29 09:35:09 2024"]
# expect: ["%D", "02/29/24", "02/29/24"]
# expect: ["%F", "2024-02-29", "2024-02-29"]
# expect: ["%v", "29-FEB-2024", "29-FEB-2024"]
# expect: ["%x", "02/29/24", "02/29/24"]
# expect: ["%X", "13:05:09", "09:35:09"]
# expect: ["%r", "01:05:09 PM", "09:35:09 AM"]
# expect: ["%R", "13:05", "09:35"]
# expect: ["%T", "13:05:09", "09:35:09"]
# expect: ["%+", "%+", "%+"]
# expect: ["%10Y", "0000002024", "0000002024"]
# expect: ["%-10Y", "2024", "2024"]
# expect: ["%010d", "0000000029", "0000000029"]
# expect: ["%_10d", "        29", "        29"]
# expect: ["%10A", "  Thursday", "  Thursday"]
# expect: ["%-m/%-d/%-y", "2/29/24", "2/29/24"]
# expect: ["%010A", "00Thursday", "00Thursday"]
# expect: ["%^10a", "       THU", "       THU"]
# expect: ["%Q", "%Q", "%Q"]
# expect: ["%E", "%E", "%E"]
# expect: ["%Ey", "24", "24"]
# expect: ["%Od", "29", "29"]
# expect: ["%Ez", "%Ez", "%Ez"]
# expect: ["%10z", "+000000000", "-000000330"]
# expect: ["%_10z", "      +000", "      -330"]
# expect: ["%-z", "-0000", "-0330"]
# expect: ["%010z", "+000000000", "-000000330"]
# expect: "2024-02-29 13:05:09.000007 UTC"
# expect: "2024-02-29 13:05:09 UTC"
# expect: "2024-02-29 18:35:09.000007 +0530"
# expect: "Thu Feb 29 13:05:09 2024"
# expect: "1970-01-01 00:00:00 1/3 UTC"
# expect: "-0001-01-01 00:00:00 UTC"
# expect: "12345-01-01 00:00:00 UTC"
# expect: "0000 00 00"
# expect: "-0001 -1 99 -62198755200"
# expect: "2020-53 20 00 00 001"
# expect: "2020-53"
# expect: "2025-01"
# expect: 1
# expect: "29"
# expect: "="
# expect: 1
# expect: "="
